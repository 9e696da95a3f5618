import { expect, it } from 'vitest';
import type { Deps } from '../../deps.ts';
import { startExecutors } from '../../testing/executors.ts';
import type { Mortal } from '../../testing/mortal.ts';
import { someDeed } from '../../testing/randomDeeds.ts';
import { judge, rest } from '../../testing/randomJudge.ts';
import { closeWorld, newWorld, openGrounds, type World } from '../../testing/randomWorld.ts';
import { minute } from '../../testing/shop.ts';
import { testDbKind, workerUrl } from '../../testing/testDb.ts';

/** 200 orders in the long run; and how many are processed at the same time. */
const ordersInAll = Number(process.env.PROPERTY_CASES ?? 200) >= 2000 ? 200 : 5;
const together = 5;
const acts = 30;
const executors = 3;

it.runIf(testDbKind === 'postgres')(
  'row 117: three processes work at once and are killed: nobody is charged twice, whoever paid has it',
  async () => {
    const grounds = await openGrounds();
    const { app, gateway } = grounds.shop;
    // The process that answers the buyers lives.
    const immortal = (deps: Deps): Mortal => ({
      deps,
      run: (work) => work(),
      isDead: () => false,
      revive: () => undefined,
      danger: () => undefined,
      sleep: () => undefined,
    });
    const work = await startExecutors(executors, { databaseUrl: workerUrl(), gatewayUrl: gateway.apiBase });
    let kills = 0;
    const act = async (world: World) => {
      const { random } = world;
      app.clock.advance(random() * minute);
      const isKill = random() < 0.3;
      if (isKill) kills += 1;
      const killed = { place: Math.floor(random() * executors), afterMs: random() * 60 };
      await Promise.all([work.run(app.clock.now(), isKill ? killed : undefined), someDeed(world)]);
    };
    try {
      for (let seed = 1; seed <= ordersInAll / together; seed += 1) {
        const world = await newWorld(grounds, seed, together, immortal);
        gateway.faults({ seed, rate: 0.1 });
        for (let turn = 0; turn < acts; turn += 1) await act(world);
        await rest(world);
        await judge(world);
        await closeWorld(world);
      }
      expect(kills).toBeGreaterThan(0);
    } finally {
      work.stop();
      await gateway.stop();
    }
  },
  3_600_000,
);
