/**
 * Runs `work` while holding a lock that all tabs of this origin share (Web Locks). Where the browser has no locks
 * (an insecure page, an old engine), or when the lock does not come within `patienceMs` (its holder may be a frozen
 * tab), the work runs without it: whoever needs the lock must stay correct then (session.md 14.2).
 *
 * Firefox gives what a task wrote to localStorage to other tabs when the task ends, but a lock at once: so the lock
 * is kept until an answer of the lock manager, which is a later task. No timer: those of hidden tabs are held back.
 */
export async function holdLock<T>(
  name: string,
  work: () => Promise<T>,
  patienceMs = Number.POSITIVE_INFINITY,
): Promise<T> {
  if (typeof navigator === 'undefined' || !navigator.locks) return work();
  const patience = new AbortController();
  const timer = Number.isFinite(patienceMs) ? setTimeout(() => patience.abort(), patienceMs) : undefined;
  let started: Promise<T> | undefined;
  try {
    await navigator.locks.request(name, { signal: patience.signal }, () => {
      clearTimeout(timer);
      started = work();
      return started.catch(() => undefined).then(() => navigator.locks.query());
    });
  } catch {
    clearTimeout(timer);
  }
  return started ?? work();
}
