import * as z from 'zod/mini';
import { cmsPageSchema } from '#contracts/cms.ts';
import { type Operation, optionalText, publicGet } from '../../operation.ts';

/** The operations of `page/`, for the OpenAPI document. */
export const pageOperations: Operation[] = [
  publicGet(
    '/api/cms/page/{slug}/',
    '規約などのページ。version を付けると、その版',
    cmsPageSchema,
    z.object({ version: optionalText }),
  ),
];
