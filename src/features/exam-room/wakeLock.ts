/** The Screen Wake Lock API; not all browsers have it. */
type Lock = {
  release: () => Promise<void>;
  addEventListener: (name: 'release', listener: () => void) => void;
};
type WakeLocks = { request: (type: 'screen') => Promise<Lock> };

/** The learner is told only once, not each time the questions are shown again. */
let isTold = false;

/**
 * Keeps the screen on during an exam (exams.md 4). The lock is requested again when the page comes to the front.
 * `onRefused`: called once, if the browser refuses, or releases the lock while the page is visible. @returns a function
 * that ends it.
 */
export function keepScreenOn(onRefused: () => void): () => void {
  const locks = (navigator as { wakeLock?: WakeLocks }).wakeLock;
  let lock: Lock | null = null;
  let isOver = false;
  const refuse = () => {
    if (isTold || isOver) return;
    isTold = true;
    onRefused();
  };
  const ask = async () => {
    if (isOver || lock || document.visibilityState !== 'visible') return;
    if (!locks) return refuse();
    try {
      const got = await locks.request('screen');
      got.addEventListener('release', () => {
        lock = null;
        // A hidden page always loses the lock, and gets it again when it is visible. A visible page loses it when the
        // battery is low.
        if (document.visibilityState === 'visible') refuse();
      });
      if (isOver) await got.release();
      else lock = got;
    } catch {
      refuse();
    }
  };
  const again = () => void ask();
  document.addEventListener('visibilitychange', again);
  void ask();
  return () => {
    isOver = true;
    document.removeEventListener('visibilitychange', again);
    void lock?.release().catch(() => undefined);
  };
}
