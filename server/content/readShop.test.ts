import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { courses } from '../db/schema/catalog.ts';
import { bundles, coupons } from '../db/schema/shop.ts';
import { findProduct } from '../domain/product/find.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { type TestPack, writeTestPack } from '../testing/pack.ts';
import { storeOrder } from '../testing/shop.ts';
import { demoFolder } from './demo.ts';
import { importPack } from './importPack.ts';
import { PackRefusedError } from './problems.ts';
import { readPack } from './readPack.ts';

let pack: TestPack;

const bundle = `- id: both
  name: 二つのセット
  description: 説明
  courses: [a, b]
  price: 1500
  access_days: 180
`;
const coupon = (id: string, code: string, more = '  value: 10\n') =>
  `- id: ${id}\n  code: ${code}\n  name: クーポン\n  description: 説明\n  type: percent\n${more}`;

async function problems(): Promise<string[]> {
  const refusal = await readPack(pack.root).catch((error: unknown) => error);
  return refusal instanceof PackRefusedError ? refusal.list.lines() : [];
}

beforeEach(async () => {
  pack = await writeTestPack();
});

describe('bundles.yaml and coupons.yaml', () => {
  it('are refused with what is wrong, each where it stands', async () => {
    await pack.write(
      'bundles.yaml',
      bundle.replace('[a, b]', '[a, zz, a]') + bundle.replace('price: 1500', 'prize: 1'),
    );
    await pack.write('coupons.yaml', '');
    expect(await problems()).toEqual([
      expect.stringMatching(/^bundles.yaml:\d+: 「1.price」がありません。$/),
      expect.stringMatching(/^bundles.yaml:\d+: 「prize」という項目は使えません。/),
      expect.stringMatching(/^coupons.yaml:\d+: /),
    ]);
    await pack.write('bundles.yaml', bundle.replace('[a, b]', '[a, zz, a]') + bundle);
    await pack.write(
      'coupons.yaml',
      coupon('c-1', 'MANABU', '  value: 101\n') +
        coupon('c-2', 'MANABU', '  value: 10\n  courses: [zz]\n  bundles: [yy]\n') +
        coupon('c-3', 'FREEFREE', '').replace('percent', 'amount') +
        coupon('c-4', 'FREE2222').replace('percent', 'free') +
        coupon(
          'c-4',
          'LATE2222',
          '  value: 1\n  starts_at: 2026-05-01T00:00:00+09:00\n  expires_at: 2026-04-01T00:00:00+09:00\n',
        ),
    );
    expect(await problems()).toEqual([
      'bundles.yaml:4: 講座「zz」はこの教材にありません。',
      'bundles.yaml:4: 講座「a」が2回書かれています。',
      'bundles.yaml:7: セットの id「both」は bundles.yaml:1 でも使われています。',
      'coupons.yaml:6: value は100までにしてください。',
      'coupons.yaml:8: コード「MANABU」が2回使われています。',
      'coupons.yaml:13: 講座「zz」はこの教材にありません。',
      'coupons.yaml:14: セット「yy」はこの教材にありません。',
      'coupons.yaml:19: 割引の value がありません。',
      'coupons.yaml:25: type が free のときは value を書けません。',
      'coupons.yaml:26: クーポンの id「c-4」は coupons.yaml:20 でも使われています。',
      'coupons.yaml:33: expires_at は starts_at より後にしてください。',
    ]);
    await rm(join(pack.root, 'bundles.yaml'));
    await pack.write('coupons.yaml', coupon('c-1', 'HELLO2'));
    expect(await problems()).toEqual([expect.stringContaining('O・0・I・1 を除く')]);
    await pack.write('coupons.yml', coupon('c-1', 'MANABU'));
    expect(await problems()).toContainEqual(expect.stringContaining('coupons.yaml'));
  });
});

describe('imported', () => {
  let app: TestApp;
  const run = () => importPack(app.deps, pack.root, { mayDelete: true });
  const couponRows = () => app.db.select().from(coupons).orderBy(asc(coupons.key));
  const courseId = async (key: string) =>
    (await app.db.select({ id: courses.id }).from(courses).where(eq(courses.key, key)))[0]?.id ?? 0;

  beforeEach(async () => {
    app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
    await pack.write('bundles.yaml', bundle);
    await pack.write(
      'coupons.yaml',
      coupon('c-1', 'MANABU', '  value: 10\n  courses: [a]\n  bundles: [both]\n  issued: 5\n') +
        coupon('c-2', 'MANABU22'),
    );
    expect(await run()).toMatchObject({ bundles: 1, coupons: 2 });
  });

  it('bundles are sold with their courses, and taken off sale when they are not in the pack any more', async () => {
    const now = app.clock.now();
    const [row] = await app.db.select().from(bundles);
    const id = `bundle-${row?.id}`;
    expect(await findProduct(app.db, id, now)).toMatchObject({
      price: 1500,
      listPrice: 2000,
      accessDays: 180,
      isOnSale: true,
      courseIds: [await courseId('a'), await courseId('b')],
      contents: ['講座 a', '講座 b'],
    });
    app.clock.advance(1000);
    await run();
    expect((await app.db.select().from(bundles))[0]?.modified).toEqual(row?.modified);
    await pack.write('bundles.yaml', bundle.replace('1500', '1400').replace('[a, b]', '[b, a]'));
    await run();
    expect(await findProduct(app.db, id, now)).toMatchObject({ price: 1400, contents: ['講座 b', '講座 a'] });
    await rm(join(pack.root, 'bundles.yaml'));
    await pack.write('coupons.yaml', coupon('c-2', 'MANABU22'));
    await run();
    expect(await findProduct(app.db, id, now)).toMatchObject({ isOnSale: false });
    await pack.write('bundles.yaml', bundle);
    await run();
    expect(await findProduct(app.db, id, now)).toMatchObject({ isOnSale: true, price: 1500 });
  });

  it('coupons know what they are for; what was used stays used when the file changes', async () => {
    const [row] = await couponRows();
    const bundleId = (await app.db.select().from(bundles))[0]?.id;
    expect(row).toMatchObject({
      targets: [`course-${await courseId('a')}`, `bundle-${bundleId}`],
      issued: 5,
      remaining: 5,
      isPublic: false,
    });
    const use = (remaining: number) =>
      app.db.update(coupons).set({ remaining }).where(eq(coupons.key, 'c-1'));
    const withIssued = (issued: number) =>
      pack.write('coupons.yaml', coupon('c-1', 'MANABU', `  value: 10\n  issued: ${issued}\n`));
    await use(2);
    app.clock.advance(1000);
    await run();
    expect((await couponRows())[0]).toEqual({ ...row, remaining: 2 });
    await withIssued(8);
    await run();
    expect(await couponRows()).toMatchObject([
      { issued: 8, remaining: 5, targets: [], withdrawn: null },
      { key: 'c-2', withdrawn: expect.any(Date) },
    ]);
    await withIssued(1);
    await run();
    expect((await couponRows())[0]).toMatchObject({ issued: 1, remaining: 0 });
    await pack.write('coupons.yaml', coupon('c-1', 'MANABU') + coupon('c-2', 'MANABU22'));
    await run();
    expect(await couponRows()).toMatchObject([
      { issued: null, remaining: null },
      { key: 'c-2', withdrawn: null },
    ]);
  });

  it('a code of another coupon is refused, and nothing is imported', async () => {
    await pack.write('coupons.yaml', coupon('c-3', 'MANABU'));
    await expect(run()).rejects.toThrow(PackRefusedError);
    expect((await couponRows()).map(({ key }) => key)).toEqual(['c-1', 'c-2']);
  });

  it('a course that an order names is withdrawn and not deleted when it leaves the pack', async () => {
    const id = await courseId('b');
    await storeOrder(app, { courseId: id });
    await rm(join(pack.root, 'courses/b'), { recursive: true });
    await rm(join(pack.root, 'bundles.yaml'));
    await pack.write('coupons.yaml', coupon('c-2', 'MANABU22'));
    expect(await run()).toMatchObject({ withdrawnCourses: 1, deletedCourses: 0 });
  });
});

it('the demo has a bundle, and coupons in every state', async () => {
  const demo = await readPack(demoFolder);
  expect(demo.bundles).toHaveLength(1);
  expect(demo.coupons).toHaveLength(7);
  const ended = demo.coupons.filter(
    ({ expires_at }) => expires_at && Date.parse(expires_at) < Date.parse('2026-06-01'),
  );
  expect(ended).toHaveLength(1);
  expect(demo.coupons.filter(({ issued }) => issued === 0)).toHaveLength(1);
  expect(demo.coupons.filter(({ courses: only }) => only.length === 1)).toHaveLength(2);
  expect(demo.coupons.filter(({ min_total }) => min_total > 12_800)).toHaveLength(1);
  expect(demo.coupons.filter(({ is_public }) => !is_public)).toHaveLength(2);
});
