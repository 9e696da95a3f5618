/** What browsers have of the Screen Wake Lock; not all know it. */
type Lock = {
  release: () => Promise<void>;
  addEventListener: (name: 'release', listener: () => void) => void;
};
type WakeLocks = { request: (type: 'screen') => Promise<Lock> };

/** Said once, not each time the questions are shown again. */
let isTold = false;

/**
 * Keeps the screen on while an exam is taken (exams.md 4). Asked for again when the page comes to the front. `onRefused`: told
 * once, when the browser does not want to or stops doing it in front of the learner. @returns ends it.
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
        // Behind another app it always goes, and comes back with the page. In front it does for a low battery.
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
