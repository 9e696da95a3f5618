import type { Order } from '#contracts/shopOrder.ts';
import type { Subscription } from '#contracts/shopSubscription.ts';
import { parseTime } from '#shared/lib/text/format.ts';

/** How a contract stands for who reads of it. A state that this version does not know is `checking`. */
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

/** How it stands. `now`: epoch ms. A pause that was asked for and has not come yet is `pausing`: all is open still. */
export function standOf({ status, paused_from }: Subscription, now: number): Stand {
  const from = parseTime(paused_from);
  if (from !== null && from > now && ['active', 'trialing', 'paused'].includes(status)) return 'pausing';
  return ofStatus[status] ?? 'checking';
}

const openStands: ReadonlySet<Stand> = new Set(['trial', 'active', 'late', 'cancelled', 'pausing']);

/** Its courses can be learned with now. */
export function isOpen(subscription: Subscription, now: number): boolean {
  return openStands.has(standOf(subscription, now));
}

/** A charge that is under way: nobody knows yet what it comes to. */
export function openCharge({ status, invoices }: Subscription): Order | null {
  // Its first payment has a page of its own, which takes its buyer through it.
  if (status === 'starting') return null;
  return invoices.find((order) => ['confirmed', 'authenticating'].includes(order.status)) ?? null;
}

/** The order that begins it, while its payment or the check of its card is under way. */
export function firstOrder({ status, invoices }: Subscription): Order | null {
  return status === 'starting' ? (invoices.at(-1) ?? null) : null;
}

/**
 * What cancelling now leads to: the free days stay, or what is paid for stays, until `end`; or nothing is left to stay. In
 * arrears and during a pause it ends at once (money.md 4.16).
 */
export function afterCancel(
  { status, ends_at, current_period_end }: Subscription,
  now: number,
): { kind: 'trial' | 'paid'; end: number } | { kind: 'atOnce' } {
  const isRunning = status === 'active' || status === 'trialing';
  // With a pause ahead no end is told: what is paid for ends where the pause begins.
  const end = isRunning ? (parseTime(ends_at) ?? parseTime(current_period_end)) : null;
  if (end === null || end <= now) return { kind: 'atOnce' };
  return { kind: status === 'trialing' ? 'trial' : 'paid', end };
}

/** What ending a break early means: a cancellation is taken back, or a pause ends and is charged on that day. */
export function resumeKind(subscription: Subscription, now: number): 'undo' | 'unpause' | 'unplan' | null {
  if (!subscription.can_resume) return null;
  const stand = standOf(subscription, now);
  if (stand === 'pausing') return 'unplan';
  return stand === 'paused' ? 'unpause' : 'undo';
}

/** A new price that waits for a word. */
export function askedPrice({ price_change, status }: Subscription): Subscription['price_change'] {
  const isAsked = price_change !== null && !price_change.is_agreed && status !== 'ended';
  return isAsked ? price_change : null;
}

/** Names of a few courses, and how many more there are. */
export function fewOf<Item>(items: readonly Item[], most: number): { shown: Item[]; more: number } {
  const shown = items.slice(0, items.length <= most + 1 ? items.length : most);
  return { shown, more: items.length - shown.length };
}
