import { now } from '../time/clock.ts';
import type { PublicMirror } from './publicAnswer.ts';

/** How long an answer of the server may be acted on, ms; as long as it is not asked for again (mirror/client.ts). */
const confirmedForMs = 5 * 60 * 1000;

/**
 * How far what is shown may be acted on. `fresh`: the server has said so a moment ago. `refreshing`: it is a copy of this
 * device, and the server is being asked. `kept`: it is a copy, and nobody could be asked; `since`: epoch ms of when it
 * was so.
 */
type Freshness = { state: 'fresh' | 'refreshing' } | { state: 'kept'; since: number | null };

/** What must be known of an answer to say it. */
type Shown = Pick<PublicMirror<unknown>, 'isConfirmed' | 'isFetching' | 'savedAt'>;

/**
 * Whether something may be bought, booked or begun by what the screen says at this moment. Copies of a former visit
 * stand there first, a price or an end of sale of yesterday among them: they are to read, never to act on. It changes
 * with time: ask when the button is pressed.
 */
export function freshnessOf({ isConfirmed, isFetching, savedAt }: Shown): Freshness {
  if (isConfirmed && (savedAt === null || now() - savedAt < confirmedForMs)) return { state: 'fresh' };
  return isFetching ? { state: 'refreshing' } : { state: 'kept', since: savedAt };
}
