import type { Subscription } from '#contracts/shopSubscription.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { type Stand, standOf } from '../model.ts';
import { texts } from '../texts.ts';

const tones: Partial<Record<Stand, 'blue' | 'orange' | 'red'>> = {
  starting: 'orange',
  trial: 'blue',
  active: 'blue',
  late: 'orange',
  closed: 'red',
  pausing: 'blue',
  paused: 'orange',
  checking: 'orange',
};

/** The state of a contract, in one word. */
export function PlanChip({ subscription }: { subscription: Subscription }) {
  const stand = standOf(subscription, serverNow());
  return (
    <span data-testid="subscription-status">
      <Chip tone={tones[stand] ?? 'plain'}>{texts.stands[stand]}</Chip>
    </span>
  );
}
