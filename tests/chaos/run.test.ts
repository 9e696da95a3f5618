import { describe, expect, it } from 'vitest';
import { run } from './run.ts';
import type { World } from './world.ts';

const learner = { id: 1, email: '', password: '', courses: [], notice: '' };

/** A world whose devices start as `starts` say, one entry a try. */
function worldWith(starts: ('ok' | 'dies')[], { isBrowserAlive = true } = {}) {
  let begun = 0;
  const world = {
    isBrowserAlive,
    server: { start: async () => undefined, isRunning: true },
    rows: async () => [],
    begin: async () => {
      begun += 1;
      if (starts.shift() === 'dies') throw new Error('Target page, context or browser has been closed');
      return { learner, devices: [] };
    },
  };
  return { world: world as unknown as World, begun: () => begun };
}

describe('a run whose devices do not start', () => {
  it('begins anew with fresh profiles: nothing has happened yet', async () => {
    const { world, begun } = worldWith(['dies', 'ok']);
    const report = await run(world, 1, 0);
    expect(report).toMatchObject({ machine: null, brokenAt: null, differences: [] });
    expect(begun()).toBe(2);
    expect(report.log[0]).toContain('Target page, context or browser has been closed');
  });

  it('ends without a verdict, and as a failure of the machine, when they never do', async () => {
    const { world, begun } = worldWith(['dies', 'dies', 'dies']);
    const report = await run(world, 1, 0);
    expect(report).toMatchObject({ brokenAt: null, differences: [] });
    expect(report.machine).toContain('Target page, context or browser has been closed');
    expect(begun()).toBe(3);
  });
});

describe('a run that breaks off', () => {
  const broken = (isBrowserAlive: boolean) => {
    const { world } = worldWith(['ok'], { isBrowserAlive });
    Object.assign(world.server, { start: () => Promise.reject(new Error('gone')) });
    return run(world, 1, 0);
  };

  it('is a finding while the browser lives', async () => {
    expect(await broken(true)).toMatchObject({ machine: null, brokenAt: { step: 1 } });
  });

  it('is a failure of the machine when the whole browser is gone', async () => {
    expect(await broken(false)).toMatchObject({ brokenAt: null, machine: expect.stringContaining('gone') });
  });
});
