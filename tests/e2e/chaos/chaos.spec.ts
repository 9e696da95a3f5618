import { join } from 'node:path';
import { test as base, expect } from '@playwright/test';
import { run } from '../../chaos/run.ts';
import { World } from '../../chaos/world.ts';

const build = process.env.DIST ?? join(import.meta.dirname, '..', '..', '..', 'dist');

const test = base.extend<object, { world: World }>({
  world: [
    async ({ browserName: _ }, use) => {
      const world = await World.start(build);
      await use(world);
      await world.stop();
    },
    { scope: 'worker' },
  ],
});

/** `npm test` plays the beginning of one plan. */
const plays = [
  { seed: 101, ops: 6, tag: [] },
  { seed: 101, ops: 15, tag: ['@long'] },
  { seed: 102, ops: 15, tag: ['@long'] },
  { seed: 103, ops: 15, tag: ['@long'] },
];

// The long run is `npm run chaos -- --seeds 1-50` (tests/chaos/README.md). offline.md 3.1, 3.44, 3.61, 3.62, 3.65,
// 3.66, 3.69, 3.70.
for (const { seed, ops, tag } of plays) {
  test(`nothing is lost and nothing doubled: seed ${seed}, ${ops} operations`, { tag }, async ({ world }) => {
    test.setTimeout(600_000);
    const { log, differences, brokenAt, machine } = await run(world, seed, ops);
    expect({ differences, brokenAt, machine }, log.join('\n')).toEqual({
      differences: [],
      brokenAt: null,
      machine: null,
    });
  });
}
