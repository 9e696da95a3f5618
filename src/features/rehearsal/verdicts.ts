import type { Browser } from './browser.ts';
import { type CheckName, type Facts, neededBytes } from './facts.ts';
import { verdictTexts as texts } from './texts.ts';

/** `note`: an exam is possible, but there is something to know; `fail`: no exam before this is fixed. */
export type Level = 'ok' | 'note' | 'fail';

/** What a measurement means, in words; `fix` says what to do. */
export type Verdict = { level: Level; result: string; fix?: string };

/** A clock that is wrong by more than this has to be set, ms. */
const clockLimitMs = 60_000;
/**
 * From the first value on, a line is good; below the second, an exam cannot be downloaded in a reasonable time. Bytes
 * per second.
 */
const goodSpeed = 125_000;
const leastSpeed = 30_000;
/** How much is downloaded before an exam, bytes. */
const packBytes = 5 * 1024 * 1024;

const japanese = /[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u;

/** Whether Japanese was typed. */
export function isJapanese(text: string): boolean {
  return japanese.test(text);
}

function ofBrowser(browser: Browser): Verdict {
  if (browser.isInApp) return { level: 'fail', ...texts.browser.inApp };
  if (browser.isSupported === null) return { level: 'note', ...texts.browser.unknown };
  return browser.isSupported
    ? { level: 'ok', result: texts.browser.ok(browser) }
    : { level: 'fail', ...texts.browser.old(browser) };
}

function ofStorage({ free, isFull, isPrivate }: NonNullable<Facts['storage']>): Verdict {
  if (isPrivate) return { level: 'fail', ...texts.storage.isPrivate };
  if (isFull) return { level: 'fail', ...texts.storage.full };
  if (free === null) return { level: 'note', ...texts.storage.untold };
  return free < neededBytes
    ? { level: 'fail', ...texts.storage.small(free) }
    : { level: 'ok', result: texts.storage.ok };
}

function ofClock({ aheadMs }: NonNullable<Facts['clock']>): Verdict {
  if (aheadMs === null) return { level: 'fail', ...texts.clock.unreached };
  const off = Math.abs(aheadMs);
  return off >= clockLimitMs
    ? { level: 'fail', ...texts.clock.off(Math.round(off / 60_000)) }
    : { level: 'ok', result: texts.clock.ok(Math.floor(off / 1000)) };
}

function ofSpeed({ bytesPerSecond }: NonNullable<Facts['speed']>): Verdict {
  if (bytesPerSecond === null) return { level: 'fail', ...texts.speed.unreached };
  const seconds = Math.max(1, Math.ceil(packBytes / Math.max(1, bytesPerSecond)));
  if (bytesPerSecond < leastSpeed) return { level: 'fail', ...texts.speed.poor(bytesPerSecond) };
  return bytesPerSecond < goodSpeed
    ? { level: 'note', ...texts.speed.slow(bytesPerSecond, seconds) }
    : { level: 'ok', result: texts.speed.ok(bytesPerSecond, seconds) };
}

/** Both must have been tried: a press, and Japanese from the keyboard. */
function ofInput({ presses, text }: NonNullable<Facts['input']>): Verdict | null {
  return presses.length > 0 && isJapanese(text) ? { level: 'ok', result: texts.input.ok(presses) } : null;
}

/** What a measurement means; `null`: it has not been made yet, or is not complete. */
export function verdictOf(name: CheckName, facts: Facts): Verdict | null {
  const { browser, storage, database, worker, clock, speed, sound, input, screen } = facts;
  switch (name) {
    case 'browser':
      return browser ? ofBrowser(browser) : null;
    case 'storage':
      return storage ? ofStorage(storage) : null;
    case 'database':
      return database === undefined ? null : texts.database[database ? 'ok' : 'failed'];
    case 'worker':
      return worker ? texts.worker[worker] : null;
    case 'clock':
      return clock ? ofClock(clock) : null;
    case 'speed':
      return speed ? ofSpeed(speed) : null;
    case 'sound':
      return sound ? texts.sound[sound] : null;
    case 'input':
      return input ? ofInput(input) : null;
    case 'screen':
      return screen ? texts.screen[screen] : null;
  }
}
