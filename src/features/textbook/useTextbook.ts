import type { TextbookBundle } from '#contracts/lesson.ts';
import { type Mirror, useMirror } from '#shared/lib/mirror/mirror.ts';
import { readTextbook } from './local.ts';
import { syncTextbook, textbookKeys } from './sync.ts';

/** The textbook of a course: its files and their addresses. `isOpen` false: access has ended, so nothing is read. */
export function useTextbook(bundleId: string | null, isOpen: boolean): Mirror<TextbookBundle> {
  const id = bundleId ?? '';
  return useMirror({
    queryKey: textbookKeys.bundle(id),
    sync: (db, signal) => syncTextbook(db, id, signal),
    read: async (db) => (isOpen ? readTextbook(db, id) : null),
    readKey: String(isOpen),
    isEnabled: isOpen && id !== '',
  });
}
