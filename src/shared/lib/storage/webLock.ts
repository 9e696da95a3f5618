/**
 * Runs `work` while holding a lock that all tabs of this origin share (Web Locks). It runs without the lock if the
 * browser has no locks (an insecure page, an old engine), or if the lock does not come within `patienceMs` (its holder
 * may be a frozen tab). The caller must stay correct in that case (session.md 14.2).
 *
 * Firefox shows other tabs what a task wrote to localStorage only when the task ends, but passes a lock on at once. So
 * the lock is held until an answer of the lock manager, which comes in a later task. A timer is not used, because
 * timers of hidden tabs are delayed.
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
