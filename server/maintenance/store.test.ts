import { expect, it } from 'vitest';
import { createTestApp } from '../testing/createTestApp.ts';
import { maintenanceWatch } from './store.ts';

it('nobody waits long for the switch while the database hangs: the last known state holds', async () => {
  const { deps, clock } = await createTestApp();
  let isHanging = false;
  const db = new Proxy(deps.db, {
    get(real, name) {
      if (isHanging && name === 'select') return () => ({ from: () => ({ where: () => ({ limit }) }) });
      return Reflect.get(real, name, real);
    },
  });
  const limit = () => new Promise(() => undefined);
  const read = maintenanceWatch({ ...deps, db });
  expect(await read()).toBeNull();
  clock.advance(2000);
  isHanging = true;
  expect(await read()).toBeNull();
});
