import { resultOverviewSchema } from '#contracts/examResult.ts';
import { get, type Operation } from '../../operation.ts';

/** What was taken in all; the results of one exam stand beside its attempts. */
export const examResultOperations: Operation[] = [
  get('/api/exam/result/', '受けた試験のすべての成績', resultOverviewSchema),
];
