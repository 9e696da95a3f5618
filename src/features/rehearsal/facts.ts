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

/** Checks that need nobody's hand. */
export const automatic = ['browser', 'storage', 'database', 'worker', 'clock', 'speed'] as const;
export type AutomaticCheck = (typeof automatic)[number];

/** Room that an exam needs (product.md 2.2.A `/test`), bytes. */
export const neededBytes = 200 * 1024 * 1024;

/** With what a button was pressed. */
export type Press = 'touch' | 'mouse' | 'pen' | 'keys';

/** What was measured; a check that is missing has not been made yet. */
export type Facts = {
  browser?: Browser;
  /**
   * `free`: bytes the browser says it still gives the app; `null`: it does not say. `isFull`: it refused the room that
   * an exam needs.
   */
  storage?: { free: number | null; isFull: boolean; isPrivate: boolean };
  /** Whether what was written into a database could be read again. */
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
