import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { removals, withoutGuard } from './removals.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const seedOf = (name: string) => removals[name]?.seed ?? 0;
/** Whether random orders are known to detect a removal. */
const isDetected = (name: string) => removals[name]?.seed !== null;

/** Each removal runs some random orders and starts a database: only `npm run test:all` runs all of them. */
export const isLong = Number(process.env.PROPERTY_CASES ?? 200) >= 2000;

/** The rules of which random orders are known to detect a removal. */
export const rulesDetected: readonly string[] = Object.values(removals).flatMap(({ seed, rule }) =>
  seed === null ? [] : [rule],
);

/**
 * The removals of a file, and those of them that random orders are known to detect. `share` of 2: two files have half of
 * them each, so that two workers have them. They take turns from the one that takes longest on, so both have as much.
 */
export function shareOfRemovals(share: 0 | 1): { names: string[]; detected: string[] } {
  const all = Object.keys(removals).toSorted((one, other) => seedOf(other) - seedOf(one));
  const names = all.filter((_, at) => at % 2 === share);
  return { names, detected: names.filter(isDetected) };
}

/** The modules in which a removal takes nothing out, though it is to. */
export function untouchedBy(name: string): string[] {
  const { edits = [] } = removals[name] ?? {};
  return edits
    .map(({ file }) => file)
    .filter((file) => {
      const text = readFileSync(`${root}/${file}`, 'utf8');
      return withoutGuard(name, file, text) === text;
    });
}

/**
 * Row 116 without a guard, until some orders detect it. The calls to the gateway go over real connections, whose replies
 * do not always come in the same order: the known seed may miss it, and a later one finds it. Answers the output; '': it
 * was green.
 */
export async function randomOrdersWithout(name: string): Promise<string> {
  const vitest = `${root}/node_modules/vitest/vitest.mjs`;
  const env = {
    ...process.env,
    REMOVED: name,
    // Named, so that this one file has all seeds.
    PROPERTY_SEED: '1',
    PROPERTY_ORDERS: String(10 * (2 * (removals[name]?.seed ?? 1) + 10)),
    NO_COLOR: '1',
  };
  const run = promisify(execFile)(
    process.execPath,
    [vitest, 'run', '--project', 'server', 'server/moneyOddSeeds.test.ts'],
    { cwd: root, env, maxBuffer: 10_000_000 },
  );
  return run.then(
    () => '',
    // The reasons of a failure are printed as errors.
    ({ stdout = '', stderr = '' }: { stdout?: string; stderr?: string }) => stdout + stderr,
  );
}
