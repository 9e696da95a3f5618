import { session } from '../account/session.ts';
import { loadAgain } from '../loading/loadAgain.ts';
import { now } from '../time/clock.ts';
import { readGlance } from './glance.ts';

/** After this time the number in the header is fetched again at a start, ms. */
const oldAfterMs = 30 * 60 * 1000;

const loadCart = loadAgain(() => import('./cart.ts'));

/** Whether the server must be asked: a guest's cart waits to be handed over, or the last answer is old. */
function isDue(owner: string): boolean {
  if (readGlance('') !== '') return true;
  const savedAt = Number(/"saved_at":(\d+)/.exec(readGlance(owner))?.[1]) || 0;
  return !(Math.abs(now() - savedAt) < oldAfterMs);
}

/**
 * Hands a guest's cart over as soon as somebody logs in, on any page, and keeps the number in a member's header up to
 * date. A start does not wait for it (money.md 4.1); without a network the next start does it.
 */
export function watchCartOfMember(): void {
  session.onEnter(({ id }) => {
    if (!isDue(id)) return;
    loadCart().then(
      ({ refreshCart }) => refreshCart(),
      () => undefined,
    );
  });
}
