/** How many calls may run at the same time, and how many may begin in a second (money.md 3.1). */
export type LaneLimits = { atOnce: number; perSecond: number };

/** Longest wait for a place, milliseconds: much shorter than the lease of a command, which must not expire unsent. */
export const longestWait = 5_000;

export type Lane = {
  /** Resolves with the function that frees the place again, or with `null`: too many were waiting. */
  enter(): Promise<(() => void) | null>;
};

/** Lets calls begin one after the other, as the gateway demands. */
export function createLane({ atOnce, perSecond }: LaneLimits, now = () => performance.now()): Lane {
  let running = 0;
  let begun: number[] = [];
  let timer: NodeJS.Timeout | null = null;
  const waiting: { since: number; go: (leave: (() => void) | null) => void }[] = [];

  const leave = () => {
    let isLeft = false;
    return () => {
      if (isLeft) return;
      isLeft = true;
      running -= 1;
      serve();
    };
  };

  function serve(): void {
    const time = now();
    while (waiting[0] && time - waiting[0].since > longestWait) waiting.shift()?.go(null);
    begun = begun.filter((start) => time - start < 1_000);
    while (waiting.length > 0 && running < atOnce && begun.length < perSecond) {
      running += 1;
      begun.push(time);
      waiting.shift()?.go(leave());
    }
    if (waiting.length > 0 && timer === null) {
      const untilFree = begun.length >= perSecond ? 1_000 - (time - (begun[0] ?? time)) : 1_000;
      timer = setTimeout(
        () => {
          timer = null;
          serve();
        },
        Math.max(1, Math.ceil(untilFree)),
      );
      timer.unref();
    }
  }

  return {
    enter: () =>
      new Promise((go) => {
        waiting.push({ since: now(), go });
        serve();
      }),
  };
}
