import type { Difference } from './compare.ts';
import { judge } from './judge.ts';
import { makePlan } from './plan.ts';
import { Player } from './player.ts';
import { describeStep, type Step } from './steps.ts';
import type { World } from './world.ts';

/** How a run ended. */
export type Report = {
  seed: number;
  ops: number;
  /** Steps in order, with what came of them. */
  log: string[];
  differences: Difference[];
  /** The step at which it could not go on; `null`: it came to its end. */
  brokenAt: { step: number; reason: string } | null;
  /** Why there is no verdict: the machine failed, not the app. `null`: there is one. */
  machine: string | null;
  seconds: number;
};

/** How often devices may fail to start, each time on fresh profiles, before the run is given up. */
const startTries = 3;

/**
 * Plays the plan of a seed, then makes everything whole again and compares server, devices and model. A run stops at
 * the first step that does not end as it must. Devices that do not start say nothing about the seed, as nothing of it
 * has happened yet: they are started anew. Nor does a browser process that ends, which no step does.
 */
export async function run(world: World, seed: number, ops: number): Promise<Report> {
  const began = performance.now();
  const seconds = () => (performance.now() - began) / 1000;
  const log: string[] = [];
  const player = await start(world, log);
  if (!player) {
    const machine = `the devices do not start: ${log.at(-1)}`;
    return { seed, ops, log, differences: [], brokenAt: null, machine, seconds: seconds() };
  }
  const end = await playAll(player, makePlan(seed, ops), log);
  if (end.brokenAt && !world.isBrowserAlive) {
    const machine = `the browser ended at step ${end.brokenAt.step}: ${end.brokenAt.reason}`;
    return { seed, ops, log, differences: [], brokenAt: null, machine, seconds: seconds() };
  }
  return { seed, ops, log, ...end, machine: null, seconds: seconds() };
}

/** Starts the devices; `null`: they never did. */
async function start(world: World, log: string[]): Promise<Player | null> {
  for (let left = startTries; left > 0; left -= 1) {
    try {
      return await Player.start(world);
    } catch (error) {
      log.push(`0 start → ${wordsOf(error)}`);
    }
  }
  return null;
}

async function playAll(
  player: Player,
  steps: Step[],
  log: string[],
): Promise<Pick<Report, 'differences' | 'brokenAt'>> {
  let at = 0;
  try {
    for (const [number, step] of steps.entries()) {
      at = number + 1;
      const note = await player.play(step, at);
      log.push(`${at} ${describeStep(step)}${note ? ` → ${note}` : ''}`);
    }
    at = steps.length + 1;
    await player.heal();
    return { differences: await judge(player), brokenAt: null };
  } catch (error) {
    const looks = await player.describe().catch(wordsOf);
    const step = steps[at - 1];
    if (step) log.push(`${at} ${describeStep(step)} → broken`);
    return { differences: [], brokenAt: { step: at, reason: `${wordsOf(error)}\n${looks}` } };
  } finally {
    // A device whose browser is gone cannot be stopped any more, and need not be.
    await player.stop().catch(() => undefined);
  }
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
