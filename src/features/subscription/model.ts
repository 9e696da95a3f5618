import type { Order } from '#contracts/shopOrder.ts';
import type { Subscription } from '#contracts/shopSubscription.ts';
import { parseTime } from '#shared/lib/text/format.ts';

/** The state of a contract as its owner sees it. A status that this version does not know becomes `checking`. */
export type Stand =
  | 'starting'
  | 'trial'
  | 'active'
  | 'late'
  | 'closed'
  | 'cancelled'
  | 'pausing'
  | 'paused'
  | 'ended'
  | 'checking';

const ofStatus: Readonly<Record<string, Stand>> = {
  starting: 'starting',
  trialing: 'trial',
  active: 'active',
  past_due: 'late',
  suspended: 'closed',
  cancel_scheduled: 'cancelled',
  paused: 'paused',
  ended: 'ended',
};

/**
 * The state of a contract. `now`: epoch ms. A requested pause that has not begun is `pausing`: everything is still
 * open.
 */
export function standOf({ status, paused_from }: Subscription, now: number): Stand {
  const from = parseTime(paused_from);
  if (from !== null && from > now && ['active', 'trialing', 'paused'].includes(status)) return 'pausing';
  return ofStatus[status] ?? 'checking';
}

const openStands: ReadonlySet<Stand> = new Set(['trial', 'active', 'late', 'cancelled', 'pausing']);

/** Whether its courses can be used now. */
export function isOpen(subscription: Subscription, now: number): boolean {
  return openStands.has(standOf(subscription, now));
}

/** Whether a charge is under way: its result is not known yet. */
export function openCharge({ status, invoices }: Subscription): Order | null {
  // The first payment has its own page, which leads the buyer through it.
  if (status === 'starting') return null;
  return invoices.find((order) => ['confirmed', 'authenticating'].includes(order.status)) ?? null;
}

/** The order that begins the contract, while its payment or the check of its card is under way. */
export function firstOrder({ status, invoices }: Subscription): Order | null {
  return status === 'starting' ? (invoices.at(-1) ?? null) : null;
}

/**
 * The result of cancelling now: the free days or the paid time stay usable until `end`, or nothing is left. In arrears
 * and during a pause the contract ends at once (money.md 4.16).
 */
export function afterCancel(
  { status, ends_at, current_period_end }: Subscription,
  now: number,
): { kind: 'trial' | 'paid'; end: number } | { kind: 'atOnce' } {
  const isRunning = status === 'active' || status === 'trialing';
  // With a coming pause no end is shown: the paid time ends where the pause begins.
  const end = isRunning ? (parseTime(ends_at) ?? parseTime(current_period_end)) : null;
  if (end === null || end <= now) return { kind: 'atOnce' };
  return { kind: status === 'trialing' ? 'trial' : 'paid', end };
}

/** What a resume means: a cancellation or a coming pause is undone, or a pause ends and is charged on that day. */
export function resumeKind(subscription: Subscription, now: number): 'undo' | 'unpause' | 'unplan' | null {
  if (!subscription.can_resume) return null;
  const stand = standOf(subscription, now);
  if (stand === 'pausing') return 'unplan';
  return stand === 'paused' ? 'unpause' : 'undo';
}

/** A new price that waits for the owner's answer. */
export function askedPrice({ price_change, status }: Subscription): Subscription['price_change'] {
  const isAsked = price_change !== null && !price_change.is_agreed && status !== 'ended';
  return isAsked ? price_change : null;
}

/** Names of a few courses, and how many more there are. */
export function fewOf<Item>(items: readonly Item[], most: number): { shown: Item[]; more: number } {
  const shown = items.slice(0, items.length <= most + 1 ? items.length : most);
  return { shown, more: items.length - shown.length };
}
