import { afterAll, beforeAll, expect, it } from 'vitest';
import { settings } from '../db/schema/system.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { type TestGateway, testGateway } from '../testing/testGateway.ts';
import { markDemoAccount } from './demoAccounts.ts';
import { loadDemoOrders } from './demoOrders.ts';

let gateway: TestGateway;
beforeAll(async () => {
  gateway = await testGateway();
});
afterAll(() => gateway.stop());

/** The accounts whose orders were begun, by the note that is made before the first order. */
async function begun({ db }: TestApp): Promise<unknown[]> {
  const rows = await db.select().from(settings);
  return rows.filter(({ name }) => name === 'demo_orders').flatMap(({ value }) => value as number[]);
}

it('makes no orders for who only has the address of a demo account', async () => {
  const app = await createTestApp({ gateway: gateway.gateway });
  await app.createUser({ email: 'orders@example.com' });
  await loadDemoOrders(app.deps, gateway.scripted);
  expect(await begun(app)).toEqual([]);
});

it('makes none where money is real', async () => {
  const { capabilities } = gateway.gateway;
  const real = { ...gateway.gateway, capabilities: { ...capabilities, kind: 'gmo' as const } };
  const app = await createTestApp({ gateway: real });
  const { id } = await app.createUser({ email: 'orders@example.com' });
  await markDemoAccount(app.db, id, app.clock.now());
  await loadDemoOrders(app.deps, gateway.scripted);
  expect(await begun(app)).toEqual([]);
});
