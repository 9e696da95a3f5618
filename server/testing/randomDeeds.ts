/**
 * What people, the gateway and the clock do in a random world. Each deed may come at any moment, also when it makes no
 * sense.
 */
import { and, eq, gte, isNull } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { type AttemptRow, type OrderRow, orders, paymentAttempts } from '../db/schema/order.ts';
import { refunds } from '../db/schema/refund.ts';
import { cards, subscriptions } from '../db/schema/subscription.ts';
import type { Deps } from '../deps.ts';
import { lockCart } from '../domain/cart/store.ts';
import { returnMoney } from '../domain/operator/match.ts';
import { type StaffWish, staffRefund } from '../domain/operator/staffRefund.ts';
import { cancelOrder } from '../domain/order/cancel.ts';
import { suspenseOf } from '../domain/order/ledger.ts';
import { lockOrder } from '../domain/order/lock.ts';
import { isSettled } from '../domain/order/policy.ts';
import { retryOrder } from '../domain/order/retry.ts';
import { saveAccount, takeTransfers } from '../domain/refund/account.ts';
import { askRefund, quoteRefund } from '../domain/refund/ask.ts';
import { offerNumber } from '../domain/refund/offers.ts';
import { noteTransferred } from '../domain/refund/outcome.ts';
import {
  cancelSubscription,
  pauseSubscription,
  resumeSubscription,
  retryCharge,
} from '../domain/subscription/change.ts';
import { lockSubscription } from '../domain/subscription/rows.ts';
import { deliverMails } from '../mail/deliver.ts';
import { guardianPayer, linkPath } from './guardianOrders.ts';
import { typedCard } from './plans.ts';
import { goShopping } from './randomBuyers.ts';
import {
  attemptsOf,
  live,
  ordersOf,
  pick,
  quietly,
  randomCard,
  randomWish,
  type World,
  work,
} from './randomWorld.ts';
import { refundAccount } from './refunds.ts';
import { day, hour, minute, noteOf } from './shop.ts';

type Deed = (world: World) => Promise<void>;

/** One of the orders. */
const someOrder = async (world: World): Promise<OrderRow> => pick(world.random, await ordersOf(world));

/** A paid order, if the random choice finds one. */
async function somePaid(world: World): Promise<OrderRow | null> {
  const paid = (await ordersOf(world)).filter(({ status }) => isSettled(status));
  return paid.length === 0 ? null : pick(world.random, paid);
}

/** The gateway's transaction of some attempt, if there is one. */
async function someTrade(world: World) {
  const order = await someOrder(world);
  const attempts = await attemptsOf(world, order.id);
  const attempt = attempts.length === 0 ? undefined : pick(world.random, attempts);
  return { attempt, trade: attempt ? world.shop.gateway.trade(attempt.gatewayOrderId) : null };
}

const inTx = (deps: Deps, run: (tx: Tx) => Promise<unknown>) =>
  deps.db.transaction(async (tx) => void (await run(tx as Tx)));

/** Runs something twice at the same time; both have ended, or died, when this ends. */
async function twice(run: () => Promise<unknown>): Promise<void> {
  const ends = await Promise.allSettled([run(), run()]);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function post(world: World, path: string, json: object, token?: string): Promise<void> {
  return live(world, async () =>
    world.server.request(path, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(json),
    }),
  );
}

/** Comes back from the bank's page, once, twice or not at all. */
async function comeBack(world: World, orderId: string, returnRef: string): Promise<void> {
  world.shop.gateway.challenge(orderId, world.random() < 0.8 ? 'pass' : 'fail');
  for (let turn = Math.floor(world.random() * 3); turn > 0; turn -= 1)
    await post(world, `/api/payment/gmo/return/${returnRef}/`, {});
}

/** The buyer of an order pays it again, or in another way. */
async function tryAgain(world: World, { id, userId, subscriptionId }: OrderRow): Promise<void> {
  if (userId === null || subscriptionId !== null) return;
  const { method, card } = { card: undefined, ...randomWish(world.random) };
  const more = {
    card: () => typedCard(world.shop, card),
    cvs: () => ({ cvs_code: '10001' as const }),
    bank: () => ({}),
  }[method]();
  await live(world, (deps) =>
    inTx(deps, async (tx) => {
      await lockCart(tx, userId, deps.clock.now());
      const order = await lockOrder(tx, id);
      await retryOrder(tx, deps, { order, userId, from: `network-${userId}`, input: { method, ...more } });
    }),
  );
}

/** The buyer of an order cancels it. */
const callOff = (world: World, { id }: OrderRow): Promise<void> =>
  live(world, (deps) => inTx(deps, async (tx) => cancelOrder(tx, deps, await lockOrder(tx, id), '')));

const payments: Deed[] = [
  // The buyer ends the challenge of a payment.
  async (world) => {
    const { attempt, trade } = await someTrade(world);
    if (attempt && trade?.challenge) await comeBack(world, trade.orderId, attempt.returnRef);
  },
  // The owner ends the challenge of a card's check.
  async (world) => {
    const waiting = and(gte(cards.created, world.since), eq(cards.state, 'challenged'));
    const [card] = await world.shop.app.db.select().from(cards).where(waiting).limit(1);
    if (card && world.shop.gateway.trade(card.gatewayOrderId)?.challenge)
      await comeBack(world, card.gatewayOrderId, card.returnRef);
  },
  // Money at a till, in time or not.
  async (world) => {
    const { trade } = await someTrade(world);
    const isForced = world.random() < 0.3;
    if (trade?.cvs) quietly(() => world.shop.gateway.payAtTill(trade.orderId, { isForced }));
  },
  // A transfer: too little, right, too much.
  async (world) => {
    const { trade } = await someTrade(world);
    if (!trade?.bank) return;
    const near = Math.max(1, trade.amount - 500 + Math.floor(world.random() * 1000));
    const amount = pick(world.random, [near, trade.amount, trade.amount, 100]);
    quietly(() => world.shop.gateway.deposit(trade.orderId, { amount }));
  },
  // The gateway sends a notification, perhaps an outdated one.
  async (world) => {
    const { trade } = await someTrade(world);
    if (!trade) return;
    const body = noteOf(world.shop, trade.orderId, world.random() < 0.2 ? { Status: 'PAYSUCCESS' } : {});
    await live(world, async () => world.server.request('/api/payment/gmo/notify/', { method: 'POST', body }));
  },
  // The buyer cancels the order.
  async (world) => {
    if (world.random() < 0.5) return;
    await callOff(world, await someOrder(world));
  },
  // The buyer cancels in one tab, and goes on at the bank's page in another one.
  async (world) => {
    const isAway = and(
      gte(paymentAttempts.created, world.since),
      eq(paymentAttempts.state, 'challenged'),
      isNull(paymentAttempts.fencedAt),
    );
    const [away] = await world.shop.app.db.select().from(paymentAttempts).where(isAway).limit(1);
    if (!away || !world.shop.gateway.trade(away.gatewayOrderId)?.challenge) return;
    const cancel = async (tx: Tx, deps: Deps) => cancelOrder(tx, deps, await lockOrder(tx, away.orderId), '');
    await live(world, (deps) => inTx(deps, (tx) => cancel(tx, deps)));
    world.shop.gateway.challenge(away.gatewayOrderId, 'pass');
    await post(world, `/api/payment/gmo/return/${away.returnRef}/`, {});
  },
  // The buyer tries again, or in another way.
  async (world) => {
    await tryAgain(world, await someOrder(world));
  },
];

const guardians: Deed[] = [
  // A guardian agrees, declines, or pays, once or twice.
  async (world) => {
    if (world.links.length === 0) return;
    const { orderId, token } = pick(world.random, world.links);
    const order = (await ordersOf(world)).find(({ id }) => id === orderId);
    const act = pick(world.random, ['approve', 'approve', 'pay', 'pay', 'pay', 'decline'] as const);
    if (act === 'decline') return post(world, linkPath(token, 'decline/'), {});
    const agree = { confirm_hash: order?.confirmHash ?? '', agree: true };
    if (act === 'approve') return post(world, linkPath(token, 'approve/'), agree);
    const method = pick(world.random, ['card', 'cvs', 'bank'] as const);
    const more = {
      card: typedCard(world.shop, randomCard(world.random)),
      cvs: { cvs_code: '10001' },
      bank: {},
    }[method];
    return post(world, linkPath(token, 'pay/'), { payer: guardianPayer, method, ...more });
  },
];

const staff = { actor: '佐藤', why: 'お客様のお申し出' };

const staffWish = (random: () => number): StaffWish => ({
  isCoolingOff: false,
  keepsAccess: random() < 0.3,
  what: pick<StaffWish['what']>(random, [
    { kind: 'all' },
    { kind: 'item', place: 1 },
    { kind: 'item', place: 2 },
    { kind: 'amount', yen: 1 + Math.floor(random() * 5000) },
  ]),
});

/** The staff gives money back that is held for an attempt. */
const returnHeld = (world: World, attempt: AttemptRow): Promise<void> =>
  live(world, (deps) =>
    inTx(deps, async (tx) => {
      const order = await lockOrder(tx, attempt.orderId);
      return returnMoney(tx, deps, { attempt, order }, staff);
    }),
  );

/** Attempts that were charged another sum than was asked for, at which nobody has looked yet (row 64). */
async function differing({ shop, since }: World): Promise<AttemptRow[]> {
  const rows = await shop.app.db
    .select({ attempt: paymentAttempts })
    .from(paymentAttempts)
    .innerJoin(orders, eq(orders.id, paymentAttempts.orderId))
    .where(
      and(
        gte(paymentAttempts.created, since),
        eq(paymentAttempts.state, 'captured'),
        eq(orders.status, 'authenticating'),
      ),
    );
  return rows.map(({ attempt }) => attempt);
}

/** The buyers whose cards were charged another sum pay once more, or call their order off. */
export async function insist(world: World): Promise<void> {
  const all = await ordersOf(world);
  for (const { orderId } of await differing(world)) {
    const order = all.find(({ id }) => id === orderId);
    if (order) await (world.random() < 0.7 ? tryAgain : callOff)(world, order);
  }
}

/** The staff has looked at every sum that differs, and gives it back. */
export async function returnDiffering(world: World): Promise<void> {
  for (const attempt of await differing(world)) await returnHeld(world, attempt);
}

const goingBack: Deed[] = [
  // The buyer asks for a refund of everything possible, or of one thing; sometimes the button is pressed twice.
  async (world) => {
    const paid = await somePaid(world);
    if (!paid) return;
    const { offers } = await quoteRefund(world.shop.app.db, world.shop.app.deps, paid);
    const offer = offers[0];
    if (!offer) return;
    const items = world.random() < 0.5 ? {} : { items: [pick(world.random, offer.lines).item] };
    const wish = { kind: offer.kind, number: offerNumber(paid.id, offer), ...items };
    const ask = (deps: Deps) =>
      inTx(deps, async (tx) => askRefund(tx, deps, await lockOrder(tx, paid.id), wish));
    await live(world, world.random() < 0.5 ? ask : (deps) => twice(() => ask(deps)));
  },
  // The staff gives something back.
  async (world) => {
    const paid = await somePaid(world);
    if (!paid || paid.subscriptionId !== null) return;
    const wish = staffWish(world.random);
    await live(world, (deps) =>
      inTx(deps, async (tx) => staffRefund(tx, deps, await lockOrder(tx, paid.id), wish, staff)),
    );
  },
  // The buyer names an account.
  async (world) => {
    const { id } = await someOrder(world);
    await live(world, (deps) =>
      inTx(deps, async (tx) => saveAccount(tx, deps, await lockOrder(tx, id), refundAccount)),
    );
  },
  // Transfers are exported and made; sometimes noted twice.
  async (world) => {
    await live(world, (deps) => inTx(deps, (tx) => takeTransfers(tx, deps, true)));
    const exported = await world.shop.app.db.select().from(refunds).where(eq(refunds.state, 'exported'));
    const one = exported.length === 0 ? null : pick(world.random, exported);
    if (!one) return;
    for (let turn = world.random() < 0.3 ? 2 : 1; turn > 0; turn -= 1)
      await live(world, (deps) =>
        inTx(deps, async (tx) => {
          const order = await lockOrder(tx, one.orderId);
          const [now] = await tx.select().from(refunds).where(eq(refunds.id, one.id));
          if (now) await noteTransferred(tx, deps, order, now, new Date(deps.clock.now()));
        }),
      );
  },
  // Late money goes back, or a sum that differs; until then buyers do with that order what they like.
  async (world) => {
    const late = and(gte(paymentAttempts.created, world.since), eq(paymentAttempts.state, 'extra'));
    for (const attempt of await world.shop.app.db.select().from(paymentAttempts).where(late))
      if (world.random() < 0.5 && (await suspenseOf(world.shop.app.db, attempt.id)).yen > 0)
        await returnHeld(world, attempt);
    for (const attempt of await differing(world)) if (world.random() < 0.2) await returnHeld(world, attempt);
  },
];

/** Somebody's subscription, if it is there. */
async function someSubscription(world: World) {
  if (world.subscribers.length === 0) return null;
  const { id: userId, email } = pick(world.random, world.subscribers);
  const isTheirs = eq(subscriptions.userId, userId);
  const [found] = await world.shop.app.db.select().from(subscriptions).where(isTheirs).limit(1);
  return found ? { id: found.id, user: { id: userId, email } } : null;
}

const plans: Deed[] = [
  // Cancels a subscription, undoes that, pauses it, or pays what is owed.
  async (world) => {
    const found = await someSubscription(world);
    if (!found) return;
    const act = pick(world.random, [
      (tx: Tx, deps: Deps, row: Row) => cancelSubscription(tx, deps, row, ''),
      resumeSubscription,
      pauseSubscription,
      retryCharge,
    ]);
    await live(world, (deps) =>
      inTx(deps, async (tx) => act(tx, deps, await lockSubscription(tx, found.id))),
    );
  },
  // Gives another card.
  async (world) => {
    const found = await someSubscription(world);
    if (!found || world.random() < 0.5) return;
    const { token } = await world.shop.app.signIn(found.user);
    const card = typedCard(world.shop, randomCard(world.random));
    await post(world, `/api/shop/subscription/${found.id}/card/`, card, token);
  },
];
type Row = Awaited<ReturnType<typeof lockSubscription>>;

const naps: Deed[] = [
  // A process sleeps where it has read or been answered something, and another one works meanwhile (row 59).
  async (world) => {
    const { random, process, shop, deps } = world;
    const pauses = pick(random, [[40_000], [2 * minute], [40_000, 11 * minute, 4 * minute]]);
    process.sleep(async () => {
      const from = shop.app.clock.now();
      for (const pause of pauses) {
        shop.app.clock.advance(pause);
        await work(deps);
      }
      world.outages.push({ from, to: shop.app.clock.now() });
    });
    await live(world, work);
  },
];

const clocks: Deed[] = [
  // Time passes, and two processes work at once.
  async (world) => {
    world.shop.app.clock.advance(
      pick(world.random, [5000, 40_000, 2 * minute, 4 * minute, 11 * minute, hour]),
    );
    await live(world, (deps) => twice(() => work(deps)));
  },
  async (world) => {
    if (world.random() < 0.15) world.shop.app.clock.advance(pick(world.random, [day, 4 * day]));
    await live(world, work);
  },
  // No process ran for a month: what was due meanwhile comes all at once.
  async (world) => {
    if (world.random() < 0.1) world.shop.app.clock.advance(31 * day);
    await live(world, work);
  },
];

const mail: Deed[] = [
  // Two processes send what waits.
  (world) => live(world, (deps) => twice(() => deliverMails(deps))),
];

const shopping: Deed[] = [goShopping];

const deeds = [
  ...payments,
  ...naps,
  ...clocks,
  ...clocks,
  ...guardians,
  ...goingBack,
  ...plans,
  ...mail,
  ...shopping,
  ...shopping,
  ...shopping,
];

/** Something happens. */
export function someDeed(world: World): Promise<void> {
  return pick(world.random, deeds)(world);
}
