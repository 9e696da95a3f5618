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
  /**
   * Every call that arrived, the oldest first; `isTurnedAway`: answered with "later" (`E92`), which says that nothing
   * happened.
   */
  asked: { call: string; orderId: string; isTurnedAway?: true }[];
  now(): number;
  /** Shifts the gateway's clock by some milliseconds against the given one. */
  shift(milliseconds: number): void;
  /** A context for one call. */
  context(otherAmount?: number | null): Context & { isToldFirst(): boolean };
  /** Everybody who reaches it may script faults and read the books; not for a place that strangers can reach. */
  isOpen: boolean;
};
