/**
 * When something is asked for once more: the same for the attempts of an order and for cards that are to be kept
 * (money.md 4.4, 4.5). Pure.
 */
import type { CommandRow } from '../../db/schema/order.ts';
import type { Failure } from '../../payment/port.ts';

const minute = 60_000;
/** When the state of somebody who went to the bank's page is searched for. */
export const challengeLookMs = 10 * minute;
/** How long they may be away there; after that the attempt, or the card, has failed. */
export const challengeEndMs = 20 * minute;
/**
 * Pauses before each new entry, when nobody knows whether the last one arrived, seconds; there are as many new entries
 * as pauses.
 */
export const entryPauses = [0, 2, 10, 30] as const;
/** Pauses before a command that did not start is sent again, seconds; the last pause repeats. */
const pauses = [2, 5, 15, 30, 60] as const;
/** After this many tries whoever waits is told that it does not work now. */
const mostTries = 20;

export type NotStarted = Extract<Failure, { kind: 'not_started' }>;

/**
 * The next try of a command that did not start: after which pause, milliseconds, and what is noted with the command.
 * `null`: it is not tried again. `isNeeded`: it takes something back, and is tried for as long as that takes.
 */
export function nextTry(
  command: Pick<CommandRow, 'reply'>,
  { repeat, codes }: NotStarted,
  isNeeded: boolean,
): { pauseMs: number; reply: Record<string, unknown> } | null {
  const tries = Number(command.reply?.tries ?? 0);
  if (!repeat || (tries >= mostTries && !isNeeded)) return null;
  const pause = pauses[Math.min(tries, pauses.length - 1)] ?? 60;
  return { pauseMs: pause * 1000, reply: { outcome: 'not_started', codes, tries: tries + 1 } };
}
