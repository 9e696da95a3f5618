import { campaignSchema } from '#contracts/site.ts';
import { type Operation, publicGet } from '../../operation.ts';

/** The operations of `campaign/`, for the OpenAPI document. */
export const campaignOperations: Operation[] = [
  publicGet('/api/cms/campaign/{slug}/', 'キャンペーン', campaignSchema),
];
