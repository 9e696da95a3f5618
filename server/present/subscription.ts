import type { z } from 'zod/mini';
import type { planSchema, subscriptionSchema } from '#contracts/shopSubscription.ts';
import type { PlanRow, SubscriptionRow } from '../db/schema/subscription.ts';
import { yearlyPrice } from '../domain/checkout/planConfirmText.ts';
import { dayMs } from '../domain/money/jstDate.ts';
import {
  canCancel,
  chargeMoment,
  dunningFor,
  nextAmount,
  pauseProblem,
  priceNoticeDays,
  resumeKind,
  shownStatus,
} from '../domain/subscription/policy.ts';
import type { PlanCourse, SubscriptionView } from '../domain/subscription/read.ts';
import { iso } from '../times.ts';
import { presentCard, presentCardStatus } from './card.ts';
import { presentOrder } from './order.ts';

/** What is shown of a plan to one person. */
export type PlanFor = {
  courses: PlanCourse[];
  mayTry: boolean;
  isOnSale: boolean;
  /** The number of their running subscription of its family, or `null`. */
  running: number | null;
};

export function presentPlan(
  plan: PlanRow,
  { courses, mayTry, isOnSale, running }: PlanFor,
): z.input<typeof planSchema> {
  return {
    id: plan.id,
    product_id: `plan-${plan.id}`,
    name: plan.name,
    description: plan.description,
    price: plan.price,
    interval: plan.interval,
    trial_days: mayTry ? plan.trialDays : null,
    courses,
    yearly_price: yearlyPrice(plan),
    is_on_sale: isOnSale,
    subscription: running,
  };
}

type Next = { at: number | null; amount: number | null };

/** The next charge, or the next retry of a refused one. */
function nextOf(subscription: SubscriptionRow, plan: PlanRow, owed: number | null, now: number): Next {
  const { status, cancelAtEnd, isEnding, dueOn, id, needsCard } = subscription;
  const none = { at: null, amount: null };
  if (dueOn === null || cancelAtEnd || isEnding) return none;
  if (status === 'past_due') {
    const next = needsCard ? undefined : dunningFor(dueOn, id).tries.find((at) => at > now);
    return { at: next ?? null, amount: owed ?? subscription.price };
  }
  if (status !== 'active' && status !== 'trialing' && status !== 'paused') return none;
  const amount = nextAmount(subscription, plan, dueOn);
  if (amount === null) return none;
  const late = subscription.nextActionAt?.getTime() ?? 0;
  return {
    at: Math.max(chargeMoment(dueOn, id), status === 'paused' ? 0 : Math.min(late, now + dayMs)),
    amount,
  };
}

function endsAt({ status, cancelAtEnd, currentUntil, endedAt, pausedFrom }: SubscriptionRow): Date | null {
  if (status === 'ended') return endedAt;
  const isRunning = status === 'active' || status === 'trialing';
  return cancelAtEnd || (isRunning && pausedFrom === null) ? currentUntil : null;
}

function priceChange(
  { newPrice, newPriceAt, agreedPrice, price, status, dueOn }: SubscriptionRow,
  plan: PlanRow,
): z.input<typeof subscriptionSchema>['price_change'] {
  if (newPrice === null || newPriceAt === null || status === 'ended' || dueOn === null) return null;
  if (plan.price <= price || newPrice !== plan.price) return null;
  const from = newPriceAt.getTime() + priceNoticeDays * dayMs;
  return { price: newPrice, from: iso(from), is_agreed: agreedPrice !== null && agreedPrice >= newPrice };
}

/** A subscription as its owner sees it. */
export function presentSubscription(view: SubscriptionView, now: number): z.input<typeof subscriptionSchema> {
  const { subscription, plan, courses, card, cardChange, invoices } = view;
  const { id, status, dueOn, needsCard } = subscription;
  const isOwing = status === 'past_due' || status === 'suspended';
  const owed = invoices.find(({ order }) => order.kind === 'renewal' && order.paidAt === null);
  const next = nextOf(subscription, plan, owed?.order.total ?? null, now);
  const dunning = isOwing && dueOn !== null ? dunningFor(dueOn, id) : null;
  return {
    id,
    status: shownStatus(subscription),
    plan: {
      id: plan.id,
      product_id: `plan-${plan.id}`,
      name: plan.name,
      price: subscription.price,
      interval: subscription.interval,
      courses,
    },
    started_at: iso(subscription.startedAt),
    trial_end_at: iso(subscription.trialEndAt),
    current_period_end: iso(subscription.currentUntil),
    next_charge_at: iso(next.at),
    next_amount: next.amount,
    cancel_at_period_end: subscription.cancelAtEnd,
    ends_at: iso(endsAt(subscription)),
    paused_from: iso(subscription.pausedFrom),
    paused_until: iso(subscription.pausedUntil),
    can_cancel: canCancel(subscription),
    can_resume: resumeKind(subscription, now) !== null,
    can_pause: pauseProblem(subscription, now) === null,
    can_retry: isOwing && !needsCard && !subscription.isEnding && card !== null,
    can_change_card: status !== 'ended' && status !== 'starting',
    card: card && presentCard(card, now),
    card_change: cardChange && presentCardStatus(cardChange),
    invoices: invoices.map((invoice) => presentOrder(invoice, now)),
    failure: subscription.failure,
    needs_card: needsCard || card === null,
    suspended_at: iso(dunning?.suspendedAt ?? null),
    gives_up_at: iso(dunning?.endedAt ?? null),
    price_change: priceChange(subscription, plan),
  };
}
