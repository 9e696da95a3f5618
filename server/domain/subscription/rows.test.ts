import { describe, expect, it } from 'vitest';
import type { CardRowState, SubscriptionState } from '../../db/schema/subscription.ts';
import { mayCardMove } from '../card/rows.ts';
import { mayBecome } from './rows.ts';

/** Every allowed pair of states; all other pairs are refused (money.md 2). */
function allowed<State>(states: readonly State[], may: (from: State, to: State) => boolean): string[] {
  return states.flatMap((from) =>
    states.flatMap((to) => (from !== to && may(from, to) ? [`${from} → ${to}`] : [])),
  );
}

describe('states', () => {
  it('of a subscription lead to these', () => {
    const states: SubscriptionState[] = [
      'starting',
      'trialing',
      'active',
      'past_due',
      'suspended',
      'paused',
      'ended',
    ];
    expect(allowed(states, mayBecome)).toEqual([
      'starting → trialing',
      'starting → active',
      'starting → ended',
      'trialing → active',
      'trialing → past_due',
      'trialing → ended',
      'active → past_due',
      'active → paused',
      'active → ended',
      'past_due → active',
      'past_due → suspended',
      'past_due → ended',
      'suspended → active',
      'suspended → ended',
      'paused → active',
      'paused → ended',
    ]);
  });

  it('of a card lead to these', () => {
    const states: CardRowState[] = [
      'checking',
      'challenged',
      'keeping',
      'active',
      'failed',
      'deleting',
      'deleted',
      'proved',
    ];
    expect(allowed(states, mayCardMove)).toEqual([
      'checking → challenged',
      'checking → keeping',
      'checking → failed',
      'checking → proved',
      'challenged → keeping',
      'challenged → failed',
      'challenged → proved',
      'keeping → active',
      'keeping → failed',
      'active → deleting',
      'deleting → deleted',
    ]);
  });
});
