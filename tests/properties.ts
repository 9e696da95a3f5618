import { seededRandom } from './seededRandom.ts';

/** Tests of the page's own runtime know no `process` by type. */
const runtime = globalThis as { process?: { env: Record<string, string | undefined> } };
/** How many cases a property test tries: 200, in `npm run test:all` 2000 (`PROPERTY_CASES`). */
const cases = Number(runtime.process?.env.PROPERTY_CASES ?? 200);

/**
 * Tries a property on as many random cases as the size of the run says, each from a seed of its own.
 *
 * @param check throws where the property does not hold.
 * @throws Error that names the seed; `check(seededRandom(seed), seed)` repeats the case exactly.
 */
export function holdsForAll(check: (random: () => number, seed: number) => void): void {
  for (let seed = 1; seed <= cases; seed += 1) {
    try {
      check(seededRandom(seed), seed);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`seed ${seed}: ${reason}`, { cause: error });
    }
  }
}
