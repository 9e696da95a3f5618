import { resultOverviewSchema } from '#contracts/examResult.ts';
import { get, type Operation } from '../../operation.ts';

/** Everything that was taken; the results of one exam are beside its attempts. */
export const examResultOperations: Operation[] = [
  get('/api/exam/result/', '受けた試験のすべての成績', resultOverviewSchema),
];
