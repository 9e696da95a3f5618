import { successYearSchema } from '#contracts/site.ts';
import { type Operation, publicGet } from '../../operation.ts';

/** The operations of `success/`, for the OpenAPI document. */
export const successOperations: Operation[] = [
  publicGet('/api/cms/success/{year}/', '合格実績・合格体験記', successYearSchema),
];
