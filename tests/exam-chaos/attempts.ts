import { afterAll, beforeAll, vi } from 'vitest';
import { watchTransactions } from './browser.ts';
import { someDeed } from './deeds.ts';
import { close, judge, type Plan, rest, somePlan } from './judge.ts';
import { storyOf } from './stories.ts';
import { installTabGlobals } from './tabGlobals.ts';
import { openWorld, pass, settle, type World } from './world.ts';

const deedsOfAttempt = 60;

/** Lets browsers live in this process while the tests of a file run. */
export function openBrowsers(): void {
  let restore: (() => void)[] = [];
  beforeAll(() => {
    restore = [installTabGlobals(), watchTransactions()];
    vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  });
  afterAll(() => {
    for (const step of restore) step();
    vi.restoreAllMocks();
  });
}

/** Things that happen by the dice. @returns how it ends. */
async function byDice(world: World): Promise<Plan> {
  const { random, server, devices, model } = world;
  const forgery = random() < 0.2 ? (random() < 0.5 ? 'changed' : 'missing') : null;
  const forgedAt = Math.floor(random() * deedsOfAttempt);
  const handsInAt = random() < 0.5 ? 20 + Math.floor(random() * 40) : null;
  for (let n = 0; n < deedsOfAttempt; n += 1) {
    if (forgery && n === forgedAt) server.tamper(forgery);
    if (n === handsInAt) for (const device of devices) device.act((attempt) => attempt.handIn());
    await someDeed(world);
    if (model.faults.length > 0) break;
  }
  return somePlan(world);
}

async function tryAttempt(seed: number): Promise<string[]> {
  const world = await openWorld(seed);
  await world.devices[0].open(false);
  if (storyOf(seed)) await settle(world);
  const plan = await (storyOf(seed) ?? byDice)(world);
  await pass(world, 500, 500);
  await rest(world, plan);
  await judge(world);
  close(world);
  return world.model.faults;
}

/** An attempt takes about a second; if it is not over after so long, something waits for ever, ms. */
const stillMs = 60_000;

/** Says so when an attempt stands still: a run of 1 000 would wait for its end without a word. */
function untilStill(attempt: Promise<string[]>): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(['stands still']), stillMs);
    attempt.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** One attempt of a seed. @returns what is wrong with it; empty: nothing. */
export async function faultsOf(seed: number): Promise<string[]> {
  const faults = await untilStill(tryAttempt(seed)).catch((error: unknown) => [
    error instanceof Error ? (error.stack ?? error.message) : String(error),
  ]);
  return faults.slice(0, 3).map((fault) => `seed ${seed}: ${fault}`);
}

/** 1 000 attempts in the long run (`npm run test:all`), some seconds of them in a usual one. */
const count = Number(
  process.env.EXAM_ATTEMPTS ?? (Number(process.env.PROPERTY_CASES ?? 200) >= 2000 ? 1000 : 12),
);
/** From another seed on, and fewer: EXAM_SEED=17 EXAM_ATTEMPTS=1 npx vitest run --project server tests/exam-chaos. */
const first = Number(process.env.EXAM_SEED ?? 1);
/** Seeds that fail before it stops. */
const mostFailed = 3;

/**
 * Tries the attempts of this run. `share` of 2: two files have half of the seeds each, so that two workers have them.
 *
 * @returns what is wrong with the first that fail.
 */
export async function tryAttempts(share: 0 | 1): Promise<string[]> {
  const failed: string[][] = [];
  for (let seed = first; seed < first + count && failed.length < mostFailed; seed += 1) {
    if (seed % 2 !== share) continue;
    const faults = await faultsOf(seed);
    if (faults.length > 0) failed.push(faults);
  }
  return failed.flat();
}
