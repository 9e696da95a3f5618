import type { BrowserContext } from '@playwright/test';

const cookie = 'offline-kit-clock';

/** Runs in every page before its scripts: the same `Date`, moved by what the cookie says. */
function moveDate(name: string): void {
  const real = Date;
  let cookies = '';
  try {
    cookies = document.cookie;
  } catch {
    // A page without an origin has no cookies, and nobody's clock to move.
  }
  let movedBy = Number(new RegExp(`(?:^|; )${name}=(-?\\d+)`).exec(cookies)?.[1] ?? 0);
  globalThis.Date = new Proxy(real, {
    construct: (target, args, self) =>
      Reflect.construct(target, args.length === 0 ? [target.now() + movedBy] : args, self),
    get: (target, key) => (key === 'now' ? () => target.now() + movedBy : Reflect.get(target, key)),
  });
  Object.assign(globalThis, {
    offlineKitMoveClock: (ms: number) => {
      movedBy = ms;
    },
  });
}

/** Makes the clock of a device movable. Say it before its first page; the worker keeps the right time. */
export async function makeClockMovable(context: BrowserContext): Promise<void> {
  await context.addInitScript(moveDate, cookie);
}

/**
 * Sets the clock of a device wrong by so many ms (0: right again), in all its tabs at once and in those to come.
 * Timers and `performance.now()` go on as they do when somebody moves the clock of a real device.
 */
export async function moveClock(context: BrowserContext, origin: string, ms: number): Promise<void> {
  await context.addCookies([{ name: cookie, value: String(ms), url: origin }]);
  for (const page of context.pages()) {
    await page.evaluate((by) => {
      const { offlineKitMoveClock: move } = globalThis as { offlineKitMoveClock?: (ms: number) => void };
      move?.(by);
    }, ms);
  }
}
