import { expect, it } from 'vitest';
import { openShopOfOrders, tryOrders } from './testing/randomOrders.ts';

openShopOfOrders();

it('row 116: orders of odd seeds: whatever fails, dies, comes twice or late, nobody is charged twice, whoever paid has it', async () => {
  expect(await tryOrders(1)).toEqual([]);
}, 3_600_000);
