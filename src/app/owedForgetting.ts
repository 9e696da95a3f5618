import type { SessionEnd } from '#shared/lib/session/core.ts';

const prefix = 'forget:';

/** One entry per kind of end and learner: tabs that end the same session share it. */
function keyOf({ reason, userId }: SessionEnd): string {
  return prefix + JSON.stringify([reason, userId]);
}

/**
 * The learners whom this device must still forget. A phone may kill the app between the end of a session and the
 * deletion of its data. The next start then deletes the data, before anybody else is let in (session.md 7.1).
 */
export const owedForgetting = {
  note: (end: SessionEnd): void => quietly(() => localStorage.setItem(keyOf(end), '')),
  settle: (end: SessionEnd): void => quietly(() => localStorage.removeItem(keyOf(end))),
  has: (end: SessionEnd): boolean => keyOf(end) in localStorage,
  all(): SessionEnd[] {
    const ends: SessionEnd[] = [];
    quietly(() => {
      for (const key of Object.keys(localStorage)) {
        if (!key.startsWith(prefix)) continue;
        const [reason, userId] = JSON.parse(key.slice(prefix.length));
        ends.push({ reason, userId, isSilent: true });
      }
    });
    return ends;
  },
};

/**
 * If storage is full or blocked, the entry is not stored; then only the end of the session itself forgets the learner.
 */
function quietly(work: () => void): void {
  try {
    work();
  } catch {}
}
