import type { FaqEntry } from '#contracts/cms.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { usePublicAnswer } from '#shared/lib/public/publicAnswer.ts';
import { getFaq } from './api.ts';

/** The frequent questions; the stored copy if the server cannot be reached. */
export function useFaq(): Mirror<FaqEntry[]> {
  return usePublicAnswer({ key: ['faq'], load: getFaq, isKept: true });
}
