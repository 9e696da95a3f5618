import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { createApp } from '../server/app.ts';
import { type OpenDb, openPglite } from '../server/db/client.ts';
import type { Deps } from '../server/deps.ts';
import { runCommands } from '../server/domain/order/executor.ts';
import { observeDue } from '../server/domain/order/observe.ts';
import { noteFields } from '../server/gateway/notifier.ts';
import { type ScriptedGateway, startScriptedGateway } from '../server/gateway/start.ts';
import { formText } from '../server/gateway/wire.ts';
import { silentLog } from '../server/log.ts';
import { scriptedGateway } from '../server/payment/open.ts';
import { scriptedShop } from '../server/payment/settings.ts';
import { storeCourse } from '../server/testing/catalog.ts';
import { signInUser, storeUser } from '../server/testing/users.ts';
import { benchDeps } from './benchDeps.ts';
import { paced } from './examPace.ts';
import { inLanes, type Measured } from './inLanes.ts';
import { onPostgres } from './onPostgres.ts';

/** Notifications per second (money.md 4.10): each is answered below a second. */
export const noticeRate = 50;
export const noticeGoalMs = 1000;
const noticeSeconds = 4;

/** One row: orders with the scripted gateway beside the server, or its notifications. */
export type MoneyLoad = Measured & { database: string; name: string };

type Shop = { deps: Deps; app: ReturnType<typeof createApp>; gateway: ScriptedGateway; product: string };
/** A frozen offer, and who presses. */
type Offer = { token: string; id: string; hash: string };

async function openShop(db: OpenDb['db'], folder: string): Promise<Shop> {
  const clock = { now: () => Date.now() };
  const gateway = await startScriptedGateway({
    ...{ port: 0, file: null, shop: scriptedShop, isAutomatic: false, clock },
  });
  const deps = await benchDeps(db, { folder, clock, gateway: scriptedGateway(gateway, silentLog) });
  const course = await storeCourse(deps);
  await db.execute(sql`update courses set price = 9800 where id = ${course.id}`);
  return { deps, app: createApp(deps), gateway, product: `course-${course.id}` };
}

async function ask<Body>({ app }: Shop, token: string, path: string, json?: object): Promise<Body> {
  const answer = await app.request(path, {
    method: json ? 'POST' : 'GET',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}.`);
  return (await answer.json()) as Body;
}

/** Somebody of age with a course in the cart, on the last page before the order. */
async function makeOffer(shop: Shop, n: number): Promise<Offer> {
  const person = { familyName: '山田', givenName: '太郎', birthDate: '1990-05-05' };
  const user = await storeUser(shop.deps, { email: `buyer${n}@example.com`, ...person });
  const { token } = await signInUser(shop.deps, user);
  await ask(shop, token, '/api/shop/cart/item/', { product_id: shop.product });
  const { version } = await ask<{ version: number }>(shop, token, '/api/shop/cart/');
  const payer = {
    ...{ kind: 'self', family_name: '山田', given_name: '太郎', family_name_kana: 'ヤマダ' },
    ...{ given_name_kana: 'タロウ', phone: '09012345678' },
  };
  const offer = await ask<{ checkout_id: string; confirm_hash: string }>(shop, token, '/api/shop/checkout/', {
    ...{ cart_version: version, payer, method: 'card', gmo_token: shop.gateway.token('frictionless') },
    card: { brand: 'VISA', last4: '4444', expiry: '3912' },
  });
  return { token, id: offer.checkout_id, hash: offer.confirm_hash };
}

const press =
  ({ app }: Shop, { token, id, hash }: Offer) =>
  async () => {
    const answer = await app.request('/api/shop/order/', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': id,
      },
      body: JSON.stringify({ checkout_id: id, confirm_hash: hash, agree: true }),
    });
    return answer.status === 201;
  };

async function countPaid({ deps }: Shop): Promise<number> {
  const { rows } = (await deps.db.execute(
    sql`select count(*)::int as paid from orders where status = 'paid'`,
  )) as unknown as { rows: { paid: number }[] };
  return rows[0]?.paid ?? 0;
}

/** Presses all buttons and does what the jobs do, until every order is paid: entry and charge at the gateway. */
async function pressedToPaid(shop: Shop, offers: readonly Offer[]): Promise<Measured> {
  const before = await countPaid(shop);
  const begun = performance.now();
  const pressed = await inLanes(offers.map((offer) => press(shop, offer)));
  for (let turn = 0; turn < 50 && (await countPaid(shop)) < before + offers.length; turn += 1) {
    await runCommands(shop.deps);
    await observeDue(shop.deps);
  }
  const wholeMs = performance.now() - begun;
  const paid = (await countPaid(shop)) - before;
  return {
    ...{ count: offers.length, perSecond: (1000 * paid) / wholeMs, p50Ms: null, p99Ms: null, wholeMs },
    failed: pressed.failed + (offers.length - pressed.failed - paid),
  };
}

/** Notifications about known orders, each an event of its own, whether or not earlier ones have an answer. */
async function notices({ app, gateway }: Shop): Promise<Measured> {
  const { trades } = gateway.books();
  const works = Array.from({ length: noticeRate * noticeSeconds }, (_, n) => async () => {
    const trade = trades[n % trades.length];
    if (!trade) return false;
    const body = formText(noteFields({ ...trade, tranId: `bench${n}` }, scriptedShop.shopId));
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const answer = await app.request('/api/payment/gmo/notify/', { method: 'POST', headers, body });
    return answer.status === 200 && (await answer.text()) === '0';
  });
  const found = await paced(works, (n) => (n * 1000) / noticeRate);
  return { ...found, perSecond: (1000 * found.count) / found.wholeMs };
}

async function measureOn(database: string, db: OpenDb, orders: number): Promise<MoneyLoad[]> {
  const folder = mkdtempSync(join(tmpdir(), 'konomanavi-bench-'));
  try {
    await db.migrate();
    const shop = await openShop(db.db, folder);
    try {
      const offers: Offer[] = [];
      for (let n = 0; n < 2 * orders; n += 1) offers.push(await makeOffer(shop, n));
      const placed = await inLanes(offers.slice(0, orders).map((offer) => press(shop, offer)));
      while ((await countPaid(shop)) < orders - placed.failed) await runCommands(shop.deps);
      const paid = await pressedToPaid(shop, offers.slice(orders));
      const told = await notices(shop);
      return [
        { database, name: 'order: pressed to answered', ...placed },
        { database, name: 'order: pressed to paid by card', ...paid },
        { database, name: `notification, ${noticeRate} a second`, ...told },
      ];
    } finally {
      await shop.gateway.stop();
    }
  } finally {
    await db.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures orders with the scripted gateway, and notifications at the rate of money.md 4.10, on both databases. The
 * server runs in this process; `orders`: how many buyers press at a time.
 */
export async function measureMoney(orders: number): Promise<MoneyLoad[]> {
  return [
    ...(await measureOn('PGlite', await openPglite({}), orders)),
    ...(await onPostgres((db) => measureOn('PostgreSQL', db, orders))),
  ];
}
