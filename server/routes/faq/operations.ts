import { faqSchema } from '#contracts/cms.ts';
import { type Operation, publicGet } from '../../operation.ts';

/** The operations of `faq/`, for the OpenAPI document. */
export const faqOperations: Operation[] = [publicGet('/api/cms/faq/', 'よくある質問', faqSchema)];
