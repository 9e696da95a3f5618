/**
 * A world of random orders (row 116 of money.md 7): sales of one or two things, orders of minors, plans, some with a
 * coupon, together with a process that may die at any moment. One seed decides everything.
 */
import { and, asc, desc, eq, gte } from 'drizzle-orm';
import { createApp } from '../app.ts';
import type { Tx } from '../db/client.ts';
import { packs } from '../db/schema/catalog.ts';
import { mails } from '../db/schema/mail.ts';
import { type OrderRow, orderItems, orders, paymentAttempts } from '../db/schema/order.ts';
import { coupons } from '../db/schema/shop.ts';
import { type PlanRow, subscriptions } from '../db/schema/subscription.ts';
import type { Deps } from '../deps.ts';
import { holdCoupon } from '../domain/coupon/holds.ts';
import { startAttempt } from '../domain/order/attempts.ts';
import { lockOrder } from '../domain/order/lock.ts';
import { sendReminders } from '../domain/order/reminders.ts';
import { seededRandom } from '../gateway/faults.ts';
import type { Outcome } from '../gateway/testCards.ts';
import { deliverMails } from '../mail/deliver.ts';
import { unseal } from '../mail/queue.ts';
import { openTestShop, order, signInBuyer, type TestShop } from './buyer.ts';
import { storeCourse } from './catalog.ts';
import { storeGuardian } from './guardianOrders.ts';
import { linkIn } from './mails.ts';
import type { Mortal } from './mortal.ts';
import { storeSeller } from './paidOrders.ts';
import { orderPlan, storePlan, typedCard } from './plans.ts';
import type { Shopper } from './randomBuyers.ts';
import { type Letter, letterBox } from './randomMails.ts';
import { runAll } from './runAll.ts';
import { hour, storeOrder, type Wished, wishFor } from './shop.ts';
import type { SignedIn } from './users.ts';

/** What all worlds of a test share: a shop with two courses and three plans. */
export type Grounds = { shop: TestShop; courseIds: [number, number]; plans: PlanRow[] };

/** The world of one seed: its random numbers, its process, its orders. */
export type World = Grounds & {
  random: () => number;
  process: Mortal;
  /** What a process that does not die runs on. */
  deps: Deps;
  /** The HTTP server of that process. */
  server: ReturnType<typeof createApp>;
  since: Date;
  couponId: number;
  /** Links of guardians, each with its order. */
  links: { orderId: number; token: string }[];
  /** The members who ordered a plan. */
  subscribers: SignedIn[];
  /** Those who order over the API while the process may die. */
  shoppers: Shopper[];
  /** What the mail server has taken, by message id. */
  letters: Map<string, Letter>;
  /** When the process died, and from when to when it slept. */
  outages: { from: number; to: number }[];
};

/** Coupons of one world. */
export const issued = 5;

/** Opens a shop on an emptied database. Stop its gateway after the test. */
export async function openGrounds(): Promise<Grounds> {
  const shop = await openTestShop();
  const course = async () => (await storeCourse(shop.app.deps)).id;
  const courseIds: [number, number] = [await course(), await course()];
  await storeSeller(shop.app);
  const plans = [
    await storePlan(shop.app),
    await storePlan(shop.app, { trialDays: 7 }),
    await storePlan(shop.app, { interval: 'year', price: 29_800 }),
  ];
  return { shop, courseIds, plans };
}

/** One of several things, chosen at random. */
export const pick = <Thing>(random: () => number, things: readonly Thing[]): Thing =>
  things[Math.floor(random() * things.length)] as Thing;

const cards: Outcome[] = [
  'challenge',
  'challenge',
  'frictionless',
  'frictionless',
  'G02',
  'late_G02',
  'tds_n',
  'line',
];

/** A random card, good or not. */
export const randomCard = (random: () => number): Outcome => pick(random, cards);

/** A random payment method. */
export const randomWish = (random: () => number): Wished =>
  pick<() => Wished>(random, [
    () => ({ method: 'card', card: randomCard(random) }),
    () => ({ method: 'card', card: randomCard(random) }),
    () => ({ method: 'cvs' }),
    () => ({ method: 'bank' }),
  ])();

async function storeCoupon({ app }: TestShop): Promise<number> {
  const now = new Date(app.clock.now());
  const [pack] = await app.db.select().from(packs).limit(1);
  const [row] = await app.db
    .insert(coupons)
    .values({
      key: `coupon-${now.getTime()}`,
      pack: pack?.key ?? '',
      code: `C${now.getTime()}`,
      name: 'クーポン',
      description: '',
      discountType: 'amount',
      discountValue: 100,
      isPublic: true,
      issued,
      remaining: issued,
      modified: now,
    })
    .returning();
  return row?.id ?? 0;
}

/** A sale of one or two things, with an attempt to pay it; half of the sales hold a coupon. */
async function newSale({ shop, random, couponId, courseIds }: World): Promise<void> {
  const total = 200 + Math.floor(random() * 20_000);
  const made = await storeOrder(shop.app, { total, courseId: courseIds[0] });
  if (random() < 0.4) {
    const first = 1 + Math.floor(random() * (total - 1));
    const [item] = await shop.app.db
      .update(orderItems)
      .set({ unitPrice: first, paid: first })
      .where(eq(orderItems.orderId, made.id))
      .returning();
    if (!item) throw new Error('no item');
    const { id: _, ...rest } = item;
    const [second, paid] = [courseIds[1], total - first];
    await shop.app.db
      .insert(orderItems)
      .values({ ...rest, place: 1, productId: `course-${second}`, courses: [second], unitPrice: paid, paid });
  }
  const wish = wishFor(shop.gateway, randomWish(random));
  await shop.app.db.transaction(async (tx) => {
    const userId = made.userId ?? 0;
    if (random() < 0.5) await holdCoupon(tx as Tx, { couponId, orderId: made.id, userId });
    await startAttempt(tx as Tx, shop.app.deps, await lockOrder(tx as Tx, made.id), wish, { from: null });
  });
}

/** Token of the newest mail to a guardian; the mail waits on. */
async function newestToken({ app }: TestShop): Promise<string> {
  const isTheirs = eq(mails.kind, 'order-guardian-ask');
  const [row] = await app.db.select().from(mails).where(isTheirs).orderBy(desc(mails.id)).limit(1);
  const mail = await unseal(app.deps.keys.sealing, String(row?.sealed));
  return linkIn(mail).searchParams.get('order') ?? '';
}

/** A learner of 13 orders; their guardian has a link. Born by the world's clock: 2 000 orders take it past 18 years. */
async function newMinorOrder({ shop, courseIds, links }: World): Promise<void> {
  const born = new Date(shop.app.clock.now()).getUTCFullYear() - 13;
  const child = await signInBuyer(shop.app, { birthDate: `${born}-01-01` });
  const email = `parent-${child.id}@example.jp`;
  await storeGuardian({ app: shop.app, child }, { tokenHash: `of-${child.id}`, email });
  const placed = await order(shop.app, child, [`course-${courseIds[0]}`], { method: 'card' });
  links.push({ orderId: placed.id, token: await newestToken(shop) });
}

async function newSubscription(world: World): Promise<void> {
  const { shop, random, plans, subscribers } = world;
  const buyer = await signInBuyer(shop.app);
  await orderPlan(shop, buyer, pick(random, plans), {
    method: 'card',
    ...typedCard(shop, random() < 0.7 ? pick(random, ['frictionless', 'challenge']) : randomCard(random)),
  });
  subscribers.push(buyer);
}

/** The world of a seed with this many orders, of which nothing has been sent to the gateway yet, and its process. */
export async function newWorld(
  grounds: Grounds,
  seed: number,
  together: number,
  processOf: (deps: Deps, random: () => number) => Mortal,
): Promise<World> {
  const { shop } = grounds;
  const random = seededRandom(seed);
  // Refusals before now no longer lock anybody's card (money.md 6).
  shop.app.clock.advance(2 * hour);
  const letters: World['letters'] = new Map();
  const deps: Deps = {
    ...shop.app.deps,
    config: { ...shop.app.deps.config, trustedProxies: 1 },
    mail: letterBox(letters, { now: shop.app.clock.now, random }),
  };
  const process = processOf(deps, random);
  const world: World = {
    ...grounds,
    random,
    process,
    deps,
    server: createApp(process.deps),
    since: new Date(shop.app.clock.now()),
    couponId: await storeCoupon(shop),
    links: [],
    subscribers: [],
    shoppers: [],
    letters,
    outages: [],
  };
  await newSale(world);
  for (let turn = 1; turn < together; turn += 1) {
    const kind = random();
    if (kind < 0.4) await newSale(world);
    else if (kind < 0.65)
      world.shoppers.push({ person: await signInBuyer(shop.app), offers: [], presses: [] });
    else if (kind < 0.8) await newMinorOrder(world);
    else await newSubscription(world);
  }
  return world;
}

/** Ends everything that runs in a world, so that only the next world's own orders count for its judgement. */
export async function closeWorld({ shop, since, couponId }: World): Promise<void> {
  const now = new Date(shop.app.clock.now());
  await shop.app.db.update(coupons).set({ withdrawn: now }).where(eq(coupons.id, couponId));
  await shop.app.db
    .update(subscriptions)
    .set({ status: 'ended', endedAt: now, nextActionAt: null, isEnding: false })
    .where(gte(subscriptions.created, since));
}

/** Every order of a world, renewals too, as they are now. */
export function ordersOf({ shop, since }: World): Promise<OrderRow[]> {
  return shop.app.db.select().from(orders).where(gte(orders.created, since)).orderBy(asc(orders.id));
}

/** Attempts of an order, in their order. */
export const attemptsOf = ({ shop }: Pick<World, 'shop'>, orderId: number) =>
  shop.app.db
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId)))
    .orderBy(asc(paymentAttempts.n));

/** A refusal of a till or a counter does not matter: its page says why. */
export function quietly(act: () => unknown): void {
  try {
    act();
  } catch {
    // Nothing was paid.
  }
}

const refusals = new Set(['ApiError', 'QuoteChanged', 'StaffError', 'RefundImpossible']);

/** Runs something in the process that may die, and starts it again when it did. */
export async function live(
  { process, outages, shop }: World,
  run: (deps: Deps) => Promise<unknown>,
): Promise<void> {
  try {
    await process.run(() => run(process.deps));
  } catch (error) {
    // Refusals to the caller, and errors caused by dying, are not failures of the case.
    if (!process.isDead() && !refusals.has((error as Error).name)) throw error;
  }
  const now = shop.app.clock.now();
  if (process.isDead()) outages.push({ from: now, to: now });
  process.revive();
}

/** Does everything that is due now, mails too, as the jobs of one process do. */
export async function work(deps: Deps): Promise<void> {
  await runAll(deps);
  await sendReminders(deps);
  await deliverMails(deps);
}
