import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { asc } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { plans, subscriptions } from '../db/schema/subscription.ts';
import { findProduct } from '../domain/product/find.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { type TestPack, writeTestPack } from '../testing/pack.ts';
import { demoFolder } from './demo.ts';
import { importPack } from './importPack.ts';
import { PackRefusedError } from './problems.ts';
import { readPack } from './readPack.ts';

let pack: TestPack;
const plan = `- id: monthly
  family: all
  name: 月払い
  description: 説明
  courses: [a, b]
  price: 980
  interval: month
  trial_days: 7
`;

beforeEach(async () => {
  pack = await writeTestPack();
});

describe('plans.yaml', () => {
  it('must name courses of the pack, a period and a price', async () => {
    await pack.write('plans.yaml', plan.replace('[a, b]', '[a, zz, a]') + plan);
    const refusal = await readPack(pack.root).catch((error: unknown) => error);
    expect(refusal instanceof PackRefusedError ? refusal.list.lines() : []).toEqual([
      'plans.yaml:5: 講座「zz」はこの教材にありません。',
      'plans.yaml:5: 講座「a」が2回書かれています。',
      'plans.yaml:9: 定期購入の id「monthly」は plans.yaml:1 でも使われています。',
    ]);
    await pack.write('plans.yaml', plan.replace('month\n', 'week\n').replace('980', '0'));
    await expect(readPack(pack.root)).rejects.toBeInstanceOf(PackRefusedError);
  });

  it('is a monthly plan with a trial and a yearly one in the demo, over the same courses', async () => {
    const demo = await readPack(demoFolder);
    expect(demo.plans.map(({ interval, trial_days }) => [interval, trial_days])).toEqual([
      ['month', 7],
      ['year', 0],
    ]);
    expect(new Set(demo.plans.map(({ family }) => family)).size).toBe(1);
    expect(demo.plans[0]?.courses).toEqual(demo.plans[1]?.courses);
  });
});

describe('imported', () => {
  let app: TestApp;
  const run = () => importPack(app.deps, pack.root, { mayDelete: true });

  it('a plan is sold with its courses, repriced, and off sale when it is not in the pack any more', async () => {
    app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
    await pack.write('plans.yaml', plan);
    expect(await run()).toMatchObject({ plans: 1 });
    const [row] = await app.db.select().from(plans);
    const find = () => findProduct(app.db, `plan-${row?.id}`, app.clock.now());
    expect(await find()).toMatchObject({
      type: 'plan',
      price: 980,
      accessDays: null,
      isSubscription: true,
      isOnSale: true,
      contents: ['講座 a', '講座 b'],
    });
    await pack.write('plans.yaml', plan.replace('980', '1280').replace('[a, b]', '[b]'));
    await run();
    expect(await find()).toMatchObject({ price: 1280, contents: ['講座 b'] });
    await rm(join(pack.root, 'plans.yaml'));
    await run();
    expect(await find()).toMatchObject({ isOnSale: false });
    expect(await app.db.select().from(plans)).toHaveLength(1);
  });

  it('a price that falls takes back at once the raise that was told, and every consent to it', async () => {
    app = await createTestApp({ config: { mediaDir: await emptyFolder() } });
    await pack.write('plans.yaml', plan.replace('980', '1180'));
    await run();
    const [row] = await app.db.select().from(plans);
    const now = new Date(app.clock.now());
    const contract = { planId: row?.id ?? 0, status: 'active' as const, interval: 'month' as const };
    const told = { newPrice: 1180, newPriceAt: now, agreedPrice: 1180, anchorDay: 10 };
    const values = { ...contract, ...told, price: 980, family: 'all', created: now, modified: now };
    await app.db.insert(subscriptions).values([
      { ...values, userId: (await app.signIn()).id },
      { ...values, userId: (await app.signIn()).id, price: 880 },
    ]);
    for (const price of ['980', '1180']) {
      await pack.write('plans.yaml', plan.replace('980', price));
      await run();
    }
    const rows = await app.db.select().from(subscriptions).orderBy(asc(subscriptions.id));
    // To whom even the lower price is a dearer one, it stays told.
    expect(rows).toMatchObject([{ newPrice: null, newPriceAt: null, agreedPrice: null }, told]);
  });
});
