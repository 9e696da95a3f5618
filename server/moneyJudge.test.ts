import type { PGlite } from '@electric-sql/pglite';
import { and, eq, gte, isNotNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tx } from './db/client.ts';
import { mails } from './db/schema/mail.ts';
import { orderItems } from './db/schema/order.ts';
import { holdCoupon } from './domain/coupon/holds.ts';
import { startAttempt } from './domain/order/attempts.ts';
import { lockOrder } from './domain/order/lock.ts';
import { signInBuyer } from './testing/buyer.ts';
import { mortal } from './testing/mortal.ts';
import { orderPlan, typedCard } from './testing/plans.ts';
import { goShopping, judgeBuyers } from './testing/randomBuyers.ts';
import { judge, rest } from './testing/randomJudge.ts';
import { judgeMails } from './testing/randomMails.ts';
import { type Grounds, newWorld, openGrounds, ordersOf, type World } from './testing/randomWorld.ts';
import { hour, storeOrder, type Wished, wishFor } from './testing/shop.ts';
import { workerDb } from './testing/testDb.ts';
import { type Changed, must, type Plant, paidByCard, plants, pressed } from './testing/wrongWorlds.ts';

let grounds: Grounds;
let world: World;

/** Sells a thing for a coupon and this payment, which has not begun yet. */
async function sell(wished: Wished): Promise<void> {
  const { shop, couponId, courseIds } = world;
  const order = await storeOrder(shop.app, { total: 5000, courseId: courseIds[0] });
  const wish = wishFor(shop.gateway, wished);
  await shop.app.db.transaction(async (tx) => {
    await holdCoupon(tx as Tx, { couponId, orderId: order.id, userId: order.userId ?? 0 });
    await startAttempt(tx as Tx, shop.app.deps, await lockOrder(tx as Tx, order.id), wish, { from: null });
  });
}

/** The world with this database and gateway in the place of its own. */
function seenWith(tx: Tx, gateway: Changed = {}): World {
  const { shop } = world;
  const app = { ...shop.app, db: tx, deps: { ...shop.app.deps, db: tx } };
  return { ...world, shop: { app, gateway: { ...shop.gateway, ...gateway } } };
}

/** Judges the world with one thing wrong in it, and leaves it as it was. Answers why it failed. */
async function reasonWith(plant: Plant, judged: (seen: World) => Promise<void> = judge): Promise<string> {
  const undone = new Error('undone');
  let reason = '';
  await world.shop.app.db
    .transaction(async (tx) => {
      const changed = await plant(tx as Tx, world);
      reason = await judged(seenWith(tx as Tx, changed)).then(() => 'nothing was found', String);
      throw undone;
    })
    .catch((error: unknown) => {
      if (error !== undone) throw error;
    });
  return reason;
}

describe('the judge of random orders', () => {
  beforeAll(async () => {
    grounds = await openGrounds();
    const opened = await workerDb();
    if (!('client' in opened)) throw new Error('random orders run over the embedded database alone');
    const client = opened.client as PGlite;
    // A good day: nothing dies and nothing fails, so that every seed ends in the same kind of world.
    const { shop, plans } = grounds;
    world = await newWorld(grounds, 1, 1, (deps, dice) => mortal(deps, client, dice));
    const { id: userId, email } = await signInBuyer(shop.app);
    const card = typedCard(shop, 'frictionless');
    const subscriber = await shop.app.signIn({ id: userId, email });
    await orderPlan(shop, subscriber, must(plans[0]), { method: 'card', ...card });
    world.subscribers.push(subscriber);
    await sell({ method: 'card', card: 'frictionless' });
    await sell({ method: 'cvs' });
    world.shoppers.push({ person: await signInBuyer(shop.app), offers: [], presses: [] });
    while ((await pressed(shop.app.db as Tx, world)) === null) await goShopping(world);
    await rest(world);
  });
  afterAll(() => grounds.shop.gateway.stop());

  it('finds nothing where nothing is wrong', async () => {
    await expect(judge(world)).resolves.toBeUndefined();
  });

  it.each(Object.keys(plants))('finds: %s', async (name) => {
    expect(await reasonWith(must(plants[name]))).toContain(name);
  });

  it.each<[string, (found: Awaited<ReturnType<typeof pressed>> & object) => void]>([
    [
      'accepted, and another order',
      ({ shopper, order }) => {
        for (const press of shopper.presses) if (press.orderId === order.id) press.orderId = 0;
      },
    ],
    [
      'refused, and an order all the same',
      ({ shopper, order }) => {
        for (const press of shopper.presses) if (press.offerId === order.checkoutId) press.status = 400;
      },
    ],
    [
      'the sum that was shown',
      ({ shopper, order }) => {
        for (const offer of shopper.offers) if (offer.id === order.checkoutId) offer.total += 1;
      },
    ],
    [
      'its text was agreed to',
      ({ shopper, order }) => {
        for (const press of shopper.presses) if (press.offerId === order.checkoutId) press.hash = 'other';
      },
    ],
  ])('finds of buyers: %s', async (name, spoil) => {
    const found = must(await pressed(world.shop.app.db as Tx, world));
    const kept = structuredClone({ presses: found.shopper.presses, offers: found.shopper.offers });
    spoil(found);
    const reason = await judgeBuyers(world, await ordersOf(world)).then(() => 'nothing was found', String);
    Object.assign(found.shopper, kept);
    expect(reason).toContain(name);
  });

  it('finds of buyers: paid in two orders', async () => {
    // The same course twice among what was given, which is how two orders for it look.
    const { order, item } = must(await paidByCard(world.shop.app.db as Tx, world));
    const [id, hash, status] = [order.checkoutId, order.confirmHash, 201];
    const shopper = {
      person: { id: must(order.userId) },
      offers: [{ id, hash, total: order.total }],
      presses: [{ offerId: id, hash, status, orderId: order.id }],
    } as unknown as World['shoppers'][number];
    const reason = await reasonWith(
      async (tx) => {
        const courses = [...item.courses, ...item.courses];
        await tx.update(orderItems).set({ courses }).where(eq(orderItems.id, item.id));
        return undefined;
      },
      (seen) => judgeBuyers({ ...seen, shoppers: [shopper] }, [order]),
    );
    expect(reason).toContain('paid in two orders');
  });

  it('finds of mails: those that nobody tried to send', async () => {
    const reason = await reasonWith(async (tx) => {
      const [row] = await tx
        .select()
        .from(mails)
        .where(and(gte(mails.created, world.since), isNotNull(mails.sent)))
        .limit(1);
      const waiting = { sealed: 'x', attempts: 0, expires: new Date(world.shop.app.clock.now() + hour) };
      await tx
        .update(mails)
        .set(waiting)
        .where(eq(mails.id, must(row).id));
      return undefined;
    });
    expect(reason).toContain('mails that nobody tried to send');
  });

  it('finds of mails: one that was sent again, and one fact told twice', async () => {
    const all = await ordersOf(world);
    const told = must([...world.letters].find(([, { kind }]) => kind === 'order-paid'));
    const again = structuredClone(told[1]);
    const at = must(again.taken.at(-1)).at;
    again.taken = [
      { at, isLost: false },
      { at: at + 1, isLost: false },
    ];
    const reasonOf = (letters: World['letters'], outages: World['outages'] = []) =>
      judgeMails({ ...world, letters, outages }, all).then(() => 'nothing was found', String);
    expect(await reasonOf(new Map([[told[0], again]]))).toContain('sent again');
    // Its sender slept longer than its lease.
    expect(await reasonOf(new Map([[told[0], again]]), [{ from: at, to: at + 1 }])).toBe('nothing was found');
    const once = structuredClone(told[1]);
    expect(await reasonOf(new Map([told, ['another id', once]]), world.outages)).toContain('mails: order');
  });
});
