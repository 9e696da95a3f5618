import * as z from 'zod/mini';
import { planPageSchema, planSchema } from '#contracts/shopSubscription.ts';
import { type Operation, pageQuery, publicGet } from '../../operation.ts';

/** The operations of `plan/`, for the OpenAPI document. */
export const planOperations: Operation[] = [
  publicGet('/api/shop/plan/', '定期購入のプラン', planPageSchema, z.object(pageQuery)),
  publicGet('/api/shop/plan/{id}/', '定期購入のプランの内容', planSchema),
];
