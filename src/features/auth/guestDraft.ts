import { now } from '#shared/lib/clock.ts';
import { type Fields, fieldsOf } from '#shared/lib/plain.ts';

/** How long what a guest has typed is kept, ms (product.md 2.0 "Forms"). */
const keptForMs = 24 * 3_600_000;

/**
 * A little that is kept on this device for who has no account yet: the fields of a form, a sign-up under way. Never a
 * password. Gone after a day, and when it has served.
 */
export function guestDraft(name: string) {
  const key = `draft.${name}`;
  return {
    /** What was kept; `null`: nothing, or too long ago. */
    read(): Fields | null {
      try {
        const stored = fieldsOf(JSON.parse(localStorage.getItem(key) ?? 'null'));
        const isFresh = typeof stored?.at === 'number' && now() - stored.at < keptForMs;
        return isFresh ? fieldsOf(stored.fields) : null;
      } catch {
        return null;
      }
    },
    write(fields: Fields): void {
      try {
        localStorage.setItem(key, JSON.stringify({ at: now(), fields }));
      } catch {
        // Storage is full or shut: the form works without it.
      }
    },
    forget(): void {
      try {
        localStorage.removeItem(key);
      } catch {
        // A storage that is shut holds nothing.
      }
    },
  };
}
