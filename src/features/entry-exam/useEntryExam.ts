import type { EntryExam } from '#contracts/entryExam.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { usePublicAnswer } from '#shared/lib/public/publicAnswer.ts';
import { lateApi } from './lateApi.ts';

/** What the test measures, with the copy from the last visit. */
export function useEntryExam(): Mirror<EntryExam> {
  return usePublicAnswer({
    key: ['entry-exam'],
    load: async (options) => (await lateApi()).getEntryExam(options),
    isKept: true,
  });
}
