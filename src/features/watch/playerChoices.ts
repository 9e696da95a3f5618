import { playbackRates } from '#contracts/accounts.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { savingFailedBehind, troubleOf } from '#shared/lib/storage/saving.ts';

/** How this device plays. `rate` and `isCaptioned` are also part of the learner's preference at the server. */
export type PlayerChoices = {
  rate: number;
  isCaptioned: boolean;
  /** Sound with a still picture instead of the video: saves data and battery. */
  isAudioOnly: boolean;
  /** Single-key shortcuts can be switched off (WCAG 2.1.4). */
  hasShortcuts: boolean;
};

const storageKey = 'konomanavi.player';
const initial: PlayerChoices = { rate: 1, isCaptioned: true, isAudioOnly: false, hasShortcuts: true };

/** Reads the stored choices; unreadable values become the defaults. */
export function parseChoices(stored: string | null, fallback: PlayerChoices = initial): PlayerChoices {
  let value: Partial<Record<keyof PlayerChoices, unknown>>;
  try {
    value = Object(JSON.parse(stored ?? '{}'));
  } catch {
    return fallback;
  }
  const flag = (name: 'isCaptioned' | 'isAudioOnly' | 'hasShortcuts') =>
    typeof value[name] === 'boolean' ? value[name] : fallback[name];
  return {
    rate: playbackRates.find((rate) => rate === value.rate) ?? fallback.rate,
    isCaptioned: flag('isCaptioned'),
    isAudioOnly: flag('isAudioOnly'),
    hasShortcuts: flag('hasShortcuts'),
  };
}

function read(): PlayerChoices {
  try {
    return parseChoices(localStorage.getItem(storageKey));
  } catch {
    return initial;
  }
}

const store = createObservable<PlayerChoices>(read());

/** The choices of this device, live. */
export const playerChoices = {
  get: store.get,
  subscribe: store.subscribe,
  /** Changes some choices and stores them. */
  set(change: Partial<PlayerChoices>): void {
    const next = { ...store.get(), ...change };
    store.set(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch (error) {
      // Without storage the choice lasts until the tab is closed.
      if (troubleOf(error) === 'full') savingFailedBehind(error, 'setting');
    }
  },
};

/** The next slower or faster speed; at the ends it stays the same. */
export function steppedRate(rate: number, step: 1 | -1): number {
  const faster = playbackRates.find((one) => one > rate);
  const slower = [...playbackRates].reverse().find((one) => one < rate);
  return (step > 0 ? faster : slower) ?? rate;
}
