import type { FaqEntry } from '#contracts/cms.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { usePublicAnswer } from '#shared/lib/public/publicAnswer.ts';
import { getFaq } from './api.ts';

/** The frequent questions, from this device when there is no way to the server. */
export function useFaq(): Mirror<FaqEntry[]> {
  return usePublicAnswer({ key: ['faq'], load: getFaq, isKept: true });
}
