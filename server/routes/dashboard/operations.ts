import { dashboardSchema } from '#contracts/study.ts';
import { get, type Operation } from '../../operation.ts';

/** The operations of `dashboard/`, for the OpenAPI document. */
export const dashboardOperations: Operation[] = [get('/api/lms/dashboard/', '今日の学習', dashboardSchema)];
