import type { HttpBindings } from '@hono/node-server';
import type { Context } from './context.ts';
import type { FaultBook } from './faults.ts';
import type { Notifier } from './notifier.ts';
import type { World } from './world.ts';

export type Bindings = { Bindings: HttpBindings };

/** What the calls and pages of one scripted gateway have in common. */
export type Gateway = {
  world: World;
  faults: FaultBook;
  notifier: Notifier;
  /** Every call that arrived, the oldest first; `isTurnedAway`: for later (E92), which says that nothing happened. */
  asked: { call: string; orderId: string; isTurnedAway?: true }[];
  now(): number;
  /** Moves the gateway's clock against the one it was given, milliseconds. */
  shift(milliseconds: number): void;
  /** A context for one call. */
  context(otherAmount?: number | null): Context & { isToldFirst(): boolean };
  /** Lets anyone who reaches it script faults and read the books; not where strangers come. */
  isOpen: boolean;
};
