import * as z from 'zod/mini';
import { homeSchema } from '#contracts/site.ts';
import { type Operation, optionalText, publicGet } from '../../operation.ts';

/** The operations of `home/`, for the OpenAPI document. */
export const homeOperations: Operation[] = [
  publicGet('/api/cms/home/', 'はじめの画面', homeSchema, z.object({ audience: optionalText })),
];
