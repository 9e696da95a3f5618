/** Plans and their subscribers, for tests: bought through the API, charged by the jobs on the clock of the test. */
import { asc, desc, eq } from 'drizzle-orm';
import { inventories } from '../db/schema/learning.ts';
import { mails } from '../db/schema/mail.ts';
import { gatewayCommands, orders, paymentAttempts } from '../db/schema/order.ts';
import {
  type CardRow,
  cards,
  type PlanRow,
  planCourses,
  plans,
  subscriptionPeriods,
  subscriptions,
} from '../db/schema/subscription.ts';
import { runCards } from '../domain/card/job.ts';
import { runCommands } from '../domain/order/executor.ts';
import { expireDue } from '../domain/order/expire.ts';
import { observeDue } from '../domain/order/observe.ts';
import { keepOpenWhileStopped } from '../domain/subscription/keepOpen.ts';
import { sendPlanNotices } from '../domain/subscription/notices.ts';
import { renewDue } from '../domain/subscription/renew.ts';
import { cardThat, type Outcome } from '../gateway/testCards.ts';
import { bodyOf } from './answers.ts';
import { confirmCheckout, type MadeBody, openCheckout, signInBuyer, type TestShop } from './buyer.ts';
import type { TestApp } from './createTestApp.ts';
import { storeGoods } from './goods.ts';
import type { NewUser, SignedIn } from './users.ts';

let made = 0;

/** A monthly plan of 2,980 yen with one course and no trial; `fields` change it. */
export async function storePlan(
  { deps }: Pick<TestApp, 'deps'>,
  fields: Partial<typeof plans.$inferInsert> = {},
): Promise<PlanRow> {
  made += 1;
  const productId = await storeGoods(deps);
  const [plan] = await deps.db
    .insert(plans)
    .values({
      key: `plan-${made}`,
      pack: 'test',
      family: `family-${made}`,
      name: `プラン ${made}`,
      description: '説明',
      price: 2980,
      interval: 'month',
      trialDays: 0,
      modified: new Date(deps.clock.now()),
      ...fields,
    })
    .returning();
  if (!plan) throw new Error('plan was not stored');
  const courseId = Number(productId.replace('course-', ''));
  await deps.db.insert(planCourses).values({ planId: plan.id, courseId, order: 0 });
  return plan;
}

/** What the card frame returns for a test card. */
export function typedCard(
  { gateway }: TestShop,
  card: Outcome = 'frictionless',
  last4 = cardThat(card).slice(-4),
) {
  return { gmo_token: gateway.token(card), card: { brand: 'visa', last4, expiry: '3912' } };
}

/** Does everything that is due now, as the jobs of one process do. */
export async function runPlans({ app: { deps } }: Pick<TestShop, 'app'>): Promise<void> {
  await renewDue(deps);
  for (let turn = 0; turn < 2; turn += 1) {
    await runCommands(deps);
    await runCards(deps);
    await observeDue(deps);
  }
  await runCommands(deps);
  await expireDue(deps);
  await keepOpenWhileStopped(deps);
  await sendPlanNotices(deps);
  await renewDue(deps);
  await runCommands(deps);
}

/** Moves the clock to a time in Japan (`2026-05-10T09:05`) and does what is due then. */
export async function goTo(shop: Pick<TestShop, 'app'>, time: string): Promise<void> {
  const { clock } = shop.app;
  const ahead = Date.parse(`${time}:00+09:00`) - clock.now();
  if (ahead < 0) throw new Error(`${time} is over`);
  clock.advance(ahead);
  await runPlans(shop);
}

/** Orders a plan and presses the button; nothing is sent to the gateway yet. */
export async function orderPlan(
  shop: TestShop,
  buyer: SignedIn,
  plan: Pick<PlanRow, 'id'>,
  paying: Parameters<typeof openCheckout>[2],
): Promise<MadeBody> {
  const wish = { ...paying, plan: `plan-${plan.id}` };
  const answer = await confirmCheckout(shop.app, buyer, await openCheckout(shop.app, buyer, wish));
  if (answer.status !== 201) throw new Error(`order: ${answer.status} ${await answer.text()}`);
  return bodyOf<MadeBody>(answer);
}

/** A buyer who is asked to authenticate does so, and their browser comes back. */
export async function prove(
  { app, gateway }: TestShop,
  orderId: string,
  act: 'pass' | 'fail' = 'pass',
): Promise<Response> {
  const url = new URL(gateway.challenge(orderId, act));
  return app.call('GET', `${url.pathname}${url.search}`);
}

/** Somebody who has just bought a plan, with a kept card. */
export async function subscribe(
  shop: TestShop,
  plan: Pick<PlanRow, 'id'>,
  { card = 'frictionless', user = {} }: { card?: Outcome; user?: NewUser } = {},
) {
  const buyer = await signInBuyer(shop.app, user);
  await orderPlan(shop, buyer, plan, { method: 'card', ...typedCard(shop, card) });
  await runPlans(shop);
  const { subscription, attempts } = await lookAtPlan(shop, buyer);
  const asked = attempts.find(({ state }) => state === 'challenged');
  if (asked) {
    await prove(shop, asked.gatewayOrderId);
    await runPlans(shop);
  }
  return { buyer, id: subscription.id };
}

/** Somebody's newest subscription in its present state, with its periods, orders and library. */
export async function lookAtPlan(
  { app: { db } }: Pick<TestShop, 'app'>,
  { id: userId }: Pick<SignedIn, 'id'>,
) {
  const [subscription] = await db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(desc(subscriptions.id))
    .limit(1);
  if (!subscription) throw new Error('nothing was subscribed to');
  const isOf = eq(orders.subscriptionId, subscription.id);
  return {
    subscription,
    status: subscription.status,
    periods: await db
      .select()
      .from(subscriptionPeriods)
      .where(eq(subscriptionPeriods.subscriptionId, subscription.id))
      .orderBy(asc(subscriptionPeriods.n)),
    orders: await db.select().from(orders).where(isOf).orderBy(asc(orders.id)),
    attempts: await db
      .select({ attempt: paymentAttempts })
      .from(paymentAttempts)
      .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
      .where(isOf)
      .orderBy(asc(paymentAttempts.id))
      .then((rows) => rows.map(({ attempt }) => attempt)),
    library: await db
      .select()
      .from(inventories)
      .where(eq(inventories.userId, userId))
      .orderBy(asc(inventories.id)),
  };
}

/** Somebody's cards, the oldest first. */
export function cardsOf(
  { app: { db } }: Pick<TestShop, 'app'>,
  { id }: Pick<SignedIn, 'id'>,
): Promise<CardRow[]> {
  return db.select().from(cards).where(eq(cards.userId, id)).orderBy(asc(cards.id));
}

/** Commands of a card with their states: `card_keep 1 done`. */
export async function cardLines({ app: { db } }: Pick<TestShop, 'app'>, cardId: number): Promise<string[]> {
  const rows = await db
    .select()
    .from(gatewayCommands)
    .where(eq(gatewayCommands.cardId, cardId))
    .orderBy(asc(gatewayCommands.id));
  return rows.map(({ kind, n, state }) => `${kind} ${n} ${state}`);
}

/** Kinds of the mails about subscriptions that were written so far. */
export async function planMails({ app: { db } }: Pick<TestShop, 'app'>): Promise<string[]> {
  const rows = await db.select({ kind: mails.kind }).from(mails).orderBy(asc(mails.id));
  return rows.flatMap(({ kind }) =>
    kind.startsWith('subscription-') ? [kind.replace('subscription-', '').replaceAll('-', '_')] : [],
  );
}

/** Yen that the gateway holds in total. */
export function heldOf({ gateway }: TestShop): number {
  return gateway.books().sums.total;
}

/** Does something with a subscription; signs in anew, because months may have passed. */
export async function act(
  { app }: Pick<TestShop, 'app'>,
  buyer: SignedIn,
  id: number,
  action: 'cancel' | 'resume' | 'pause' | 'retry' | 'card' | 'price',
  json: unknown = {},
): Promise<Response> {
  const { token } = await app.signIn({ id: buyer.id, email: buyer.email });
  return app.call('POST', `/api/shop/subscription/${id}/${action}/`, { token, json });
}
