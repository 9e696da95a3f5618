import { whiteboardBundleSchema } from '#contracts/lesson.ts';
import { get, type Operation } from '../../operation.ts';

/** The operations of `whiteboard/`, for the OpenAPI document. */
export const whiteboardOperations: Operation[] = [
  get('/api/lms/whiteboard/{bundle}/', '板書', whiteboardBundleSchema),
];
