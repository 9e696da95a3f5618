import { and, asc, count, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import { courses } from '../../db/schema/catalog.ts';
import { orders } from '../../db/schema/order.ts';
import {
  type CardRow,
  type PlanRow,
  planCourses,
  plans,
  type SubscriptionRow,
  subscriptions,
} from '../../db/schema/subscription.ts';
import { type CardView, cardOf, cardViews, isCardPending } from '../card/rows.ts';
import { type OrderView, viewOrder } from '../order/read.ts';
import { readPlan } from './rows.ts';

/** Orders that are shown with a subscription, the newest ones. */
const mostInvoices = 24;
/** How long a failed change of the card is shown, milliseconds. */
const shownMs = 86_400_000;

export type PlanCourse = { id: number; name: string; thumbnail: string | null };

/** The courses of plans, by plan, in their order. */
export async function coursesOfPlans(db: Db, planIds: readonly number[]): Promise<Map<number, PlanCourse[]>> {
  if (planIds.length === 0) return new Map();
  const rows = await db
    .select({ planId: planCourses.planId, id: courses.id, name: courses.name, thumbnail: courses.thumbnail })
    .from(planCourses)
    .innerJoin(courses, eq(courses.id, planCourses.courseId))
    .where(and(inArray(planCourses.planId, [...planIds]), isNull(courses.withdrawn)))
    .orderBy(asc(planCourses.planId), asc(planCourses.order));
  const groups = Map.groupBy(rows, ({ planId }) => planId);
  return new Map(
    [...groups].map(([planId, list]) => [
      planId,
      list.map(({ id, name, thumbnail }) => ({ id, name, thumbnail })),
    ]),
  );
}

/** A subscription with all that its owner may see of it. */
export type SubscriptionView = {
  subscription: SubscriptionRow;
  plan: PlanRow;
  courses: PlanCourse[];
  card: CardView | null;
  /** A new card that is being checked for it, or has just failed. */
  cardChange: CardRow | null;
  invoices: OrderView[];
};

/** Whether the check of a card for a subscription is still shown. */
function isNews(card: CardRow | null, now: number): card is CardRow {
  if (card === null || !card.isCheck || card.orderId !== null) return false;
  return isCardPending(card) || (card.state === 'failed' && card.modified.getTime() > now - shownMs);
}

/** One subscription as its owner sees it. */
export async function viewSubscription(
  db: Db,
  subscription: SubscriptionRow,
  now: number,
): Promise<SubscriptionView> {
  const { id, planId, cardId } = subscription;
  const plan = await readPlan(db, planId);
  const change = await cardOf(db, { subscriptionId: id });
  const rows = await db
    .select()
    .from(orders)
    .where(eq(orders.subscriptionId, id))
    .orderBy(desc(orders.id))
    .limit(mostInvoices);
  const invoices: OrderView[] = [];
  for (const order of rows) invoices.push(await viewOrder(db, order, now));
  return {
    subscription,
    plan,
    courses: (await coursesOfPlans(db, [planId])).get(planId) ?? [],
    card: cardId === null ? null : ((await cardViews(db, [cardId])).get(cardId) ?? null),
    cardChange: isNews(change, now) ? change : null,
    invoices,
  };
}

/** A page of somebody's subscriptions, the newest first. Subscriptions that never began are left out. */
export async function listSubscriptions(
  db: Db,
  userId: number,
  { page, now }: { page: number; now: number },
): Promise<{ count: number; views: SubscriptionView[] }> {
  const hasBegun = and(eq(subscriptions.userId, userId), isNotNull(subscriptions.startedAt));
  const [total] = await db.select({ count: count() }).from(subscriptions).where(hasBegun);
  const { limit, offset } = pageSlice(page);
  const rows = await db
    .select()
    .from(subscriptions)
    .where(hasBegun)
    .orderBy(desc(subscriptions.id))
    .limit(limit)
    .offset(offset);
  const views: SubscriptionView[] = [];
  for (const row of rows) views.push(await viewSubscription(db, row, now));
  return { count: total?.count ?? 0, views };
}

/** Plans that are on sale, the cheaper period first. */
export async function listPlans(db: Db, page: number): Promise<{ count: number; rows: PlanRow[] }> {
  const isOffered = isNull(plans.withdrawn);
  const [total] = await db.select({ count: count() }).from(plans).where(isOffered);
  const { limit, offset } = pageSlice(page);
  const rows = await db
    .select()
    .from(plans)
    .where(isOffered)
    .orderBy(asc(plans.price), asc(plans.id))
    .limit(limit)
    .offset(offset);
  return { count: total?.count ?? 0, rows };
}

/** One plan, on sale or not, or `null`. */
export async function findPlan(db: Db, id: number): Promise<PlanRow | null> {
  const [row] = await db.select().from(plans).where(eq(plans.id, id));
  return row ?? null;
}
