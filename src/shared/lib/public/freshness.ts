import { now } from '../time/clock.ts';
import type { PublicMirror } from './publicAnswer.ts';

/**
 * How long a learner may act on an answer of the server, ms; the same time after which it is fetched again
 * (mirror/client.ts).
 */
const confirmedForMs = 5 * 60 * 1000;

/**
 * Whether the learner may act on what is shown. `fresh`: the server confirmed it a moment ago. `refreshing`: it is a
 * stored copy, and the server is being asked. `kept`: it is a stored copy, and the server could not be asked; `since`:
 * its age as epoch ms.
 */
type Freshness = { state: 'fresh' | 'refreshing' } | { state: 'kept'; since: number | null };

/** The facts about an answer that decide this. */
type Shown = Pick<PublicMirror<unknown>, 'isConfirmed' | 'isFetching' | 'savedAt'>;

/**
 * Whether the learner may buy, book or start something based on the screen now. At first the screen may show copies of
 * an earlier visit, including an old price or end of sale: these may be read, but not acted on. The result changes with
 * time, so check it when the button is pressed.
 */
export function freshnessOf({ isConfirmed, isFetching, savedAt }: Shown): Freshness {
  if (isConfirmed && (savedAt === null || now() - savedAt < confirmedForMs)) return { state: 'fresh' };
  return isFetching ? { state: 'refreshing' } : { state: 'kept', since: savedAt };
}
