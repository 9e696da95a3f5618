import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { packs } from '../db/schema/catalog.ts';
import { orderItems, orders } from '../db/schema/order.ts';
import { sellers } from '../db/schema/paper.ts';
import { checkouts, type Snapshot } from '../db/schema/shop.ts';
import { sealBuyer } from '../domain/order/buyer.ts';
import type { TestApp } from './createTestApp.ts';

/** Stores a seller for tests: by default a registered company. */
export async function storeSeller(
  app: TestApp,
  invoiceNumber: string | null = 'T1234567890123',
): Promise<void> {
  const now = new Date(app.clock.now());
  await app.db
    .insert(packs)
    .values({ key: 'shop', name: 'x', license: 'x', credits: [], imported: now, fingerprint: 'x' })
    .onConflictDoNothing();
  await app.db.insert(sellers).values({
    pack: 'shop',
    name: '見本学習サービス株式会社',
    representative: '代表取締役 見本 太郎',
    address: '〒000-0000 見本県見本市1-2-3',
    phone: '00-0000-0000',
    phoneHours: '平日 10時〜17時',
    email: 'support@example.com',
    invoiceNumber,
    isSample: false,
  });
}

type Given = Partial<Pick<typeof orders.$inferInsert, 'status' | 'paidAt' | 'isTest' | 'method'>> & {
  items?: { name: string; paid: number; rate?: number; accessDays?: number | null }[];
  payer?: { family_name: string; given_name: string };
};

let count = 0;

/** A paid order, written directly into the tables: for tests of what comes after the payment. Answers its row. */
export async function storePaidOrder(app: TestApp, userId: number, given: Given = {}) {
  const now = new Date(app.clock.now());
  const { items = [{ name: '数学Ⅰ 二次関数', paid: 4233 }], payer, ...fields } = given;
  const total = items.reduce((sum, { paid }) => sum + paid, 0);
  const names = { family_name: '山田', given_name: '花子', ...payer };
  const buyer = await sealBuyer(app.deps.keys, {
    payer: {
      kind: 'self',
      ...names,
      family_name_kana: 'ヤマダ',
      given_name_kana: 'ハナコ',
      phone: '0312345678',
    },
    email: 'buyer@example.com',
    name: '',
  });
  count += 1;
  const [order] = await app.db
    .insert(orders)
    .values({
      orderNo: `K260410-TEST${String(count).padStart(4, '2')}`,
      userId,
      kind: 'sale',
      status: 'paid',
      subtotal: total,
      discount: 0,
      total,
      method: 'card',
      buyer,
      confirmText: [],
      confirmHash: 'x',
      confirmVersion: 1,
      agreedFrom: 'x',
      agreedWith: 'x',
      isTest: false,
      created: now,
      modified: now,
      paidAt: now,
      ...fields,
    })
    .returning();
  if (!order) throw new Error('order missing');
  await app.db.insert(orderItems).values(
    items.map(({ name, paid, rate = 10, accessDays = 365 }, place) => ({
      orderId: order.id,
      place,
      productId: `course-${place + 1}`,
      type: 'course' as const,
      name,
      courses: [],
      unitPrice: paid,
      discountShare: 0,
      paid,
      rate,
      accessDays,
    })),
  );
  return order;
}

/** The order as it is now. */
export async function orderNow(app: TestApp, id: number) {
  const [order] = await app.db.select().from(orders).where(eq(orders.id, id));
  if (!order) throw new Error('order missing');
  return order;
}

/** Stores the frozen offer of an order that is written directly into the tables. Answers its id. */
export async function storeOffer(
  app: TestApp,
  userId: number,
  snapshot: Partial<Snapshot> = {},
): Promise<string> {
  const now = new Date(app.clock.now());
  const id = randomUUID();
  await app.db.insert(checkouts).values({
    id,
    userId,
    snapshot: snapshot as Snapshot,
    confirmText: [],
    confirmHash: 'x',
    payer: 'x',
    expires: now,
    created: now,
  });
  return id;
}
