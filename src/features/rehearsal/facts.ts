import type { Browser } from './browser.ts';

/** What is checked, in the order of the screen (product.md 2.2.A `/test`). */
export const checkNames = [
  'browser',
  'storage',
  'database',
  'worker',
  'clock',
  'speed',
  'sound',
  'input',
  'screen',
] as const;
export type CheckName = (typeof checkNames)[number];

/** Checks that run without the learner. */
export const automatic = ['browser', 'storage', 'database', 'worker', 'clock', 'speed'] as const;
export type AutomaticCheck = (typeof automatic)[number];

/** Storage that an exam needs (product.md 2.2.A `/test`), bytes. */
export const neededBytes = 200 * 1024 * 1024;

/** The device with which a button was pressed. */
export type Press = 'touch' | 'mouse' | 'pen' | 'keys';

/** The measurements; a check that is missing was not made yet. */
export type Facts = {
  browser?: Browser;
  /**
   * `free`: bytes that the browser says the app can still use; `null`: it does not say. `isFull`: it refused the space
   * that an exam needs.
   */
  storage?: { free: number | null; isFull: boolean; isPrivate: boolean };
  /** Whether a value written into a database could be read back. */
  database?: boolean;
  /** `whole`: every file of the app is on the device; `none`: this browser opens nothing without a network. */
  worker?: 'whole' | 'part' | 'none';
  /** How far the server's clock is ahead of the device's, ms; `null`: no answer. */
  clock?: { aheadMs: number | null };
  /** `null`: no answer. */
  speed?: { bytesPerSecond: number | null };
  sound?: 'heard' | 'unheard' | 'impossible';
  input?: { presses: Press[]; text: string };
  screen?: 'full' | 'refused' | 'impossible';
};
