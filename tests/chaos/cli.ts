// `npm run chaos`: see README.md in this folder.

import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BugName, bugs, buildWithBug } from './bugs.ts';
import { endOnSignals } from './leftovers.ts';
import { type Report, run } from './run.ts';
import { World } from './world.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    ops: { type: 'string', default: '200' },
    bug: { type: 'string' },
    jobs: { type: 'string', default: '1' },
    shrink: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
  },
});

/** `1-50`, `3`, or `1,4,9`. */
function seedsOf(text: string): number[] {
  return text.split(',').flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, index) => from + index);
  });
}

function isBug(name: string): name is BugName {
  return name in bugs;
}

function print(report: Report): void {
  const { seed, ops, log, differences, brokenAt, machine, seconds } = report;
  const head = `seed ${seed}: ${ops} operations, ${log.length} steps, ${seconds.toFixed(1)} s`;
  if (isGood(report)) return void process.stdout.write(`✓ ${head}\n`);
  const lines = [`${machine ? '?' : '✗'} ${head}`];
  if (machine) lines.push(`  no verdict, the machine failed: ${machine}`);
  if (brokenAt) lines.push(`  stopped at step ${brokenAt.step}: ${brokenAt.reason}`);
  for (const one of differences) {
    lines.push(`  ${one.where}: ${one.what} — expected ${one.expected}, found ${one.found}`);
  }
  lines.push(
    `  again: npm run chaos -- --seed ${seed} --ops ${ops}${values.bug ? ` --bug ${values.bug}` : ''}`,
  );
  process.stdout.write(`${lines.join('\n')}\n`);
}

const isGood = ({ differences, brokenAt, machine }: Report) =>
  differences.length === 0 && brokenAt === null && machine === null;

const isFinding = (report: Report) => !isGood(report) && report.machine === null;

const isAct = (line: string) => /^\d+ act /.test(line);

/** The fewest operations after which a seed fails, found by halving; a plan of few is the beginning of one of many. */
async function shrink(world: World, failed: Report): Promise<Report> {
  let good = 0;
  let worst = failed;
  let bad = failed.brokenAt ? failed.log.filter(isAct).length : failed.ops;
  while (bad - good > 1) {
    const report = await run(world, failed.seed, Math.floor((good + bad) / 2));
    if (report.machine) return worst;
    if (isGood(report)) good = report.ops;
    else {
      worst = report;
      bad = report.ops;
    }
  }
  return worst;
}

/** Takes seeds off the list until it is empty, in a world of its own. */
async function work(seeds: number[], build: string): Promise<Report[]> {
  const world = await World.start(build);
  const reports: Report[] = [];
  for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
    let report = await run(world, seed, Number(values.ops));
    if (values.shrink && isFinding(report)) report = await shrink(world, report);
    print(report);
    reports.push(report);
    if (values.verbose || !isGood(report)) {
      process.stdout.write(`${report.log.map((line) => `    ${line}`).join('\n')}\n`);
    }
  }
  await world.stop();
  return reports;
}

endOnSignals();
if (values.bug !== undefined && !isBug(values.bug)) {
  process.stderr.write(`--bug: ${Object.keys(bugs).join(', ')}\n`);
  process.exit(2);
}
const seeds = seedsOf(values.seeds ?? values.seed ?? '1');
const build = values.bug
  ? buildWithBug(values.bug)
  : (process.env.DIST ?? join(import.meta.dirname, '..', '..', 'dist'));
const workers = Array.from({ length: Number(values.jobs) }, () => work(seeds, build));
const reports = (await Promise.all(workers)).flat();
const findings = reports.filter(isFinding).length;
const unplayed = reports.filter(({ machine }) => machine !== null).length;
process.stdout.write(`${reports.filter(isGood).length} of ${reports.length} seeds agree.\n`);
if (unplayed > 0) process.stdout.write(`${unplayed} have no verdict: the machine failed.\n`);
// 1: something is wrong with the app; 3: nothing is known to be, but not every seed could be played.
if (findings > 0) process.exit(1);
process.exit(unplayed > 0 ? 3 : 0);
