import type { FaqEntry } from '#contracts/cms.ts';
import { useAnswer } from '#shared/lib/useAnswer.ts';
import { copyOfFaq, getFaq } from './api.ts';

/** The frequent questions, from this device when there is no way to the server. */
export function useFaq() {
  return useAnswer<FaqEntry[]>(getFaq, copyOfFaq());
}
