import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { faultsOf, openBrowsers } from './attempts.ts';
import { type Fault, plant, planted, withFault } from './planted.ts';

const root = join(import.meta.dirname, '..', '..');

openBrowsers();
afterEach(() => plant(undefined));

/** What is wrong with the first of a fault's attempts with which something is. */
async function foundIn({ seed, attempts }: Fault): Promise<string[]> {
  for (let n = 0; n < attempts; n += 1) {
    const found = await faultsOf(seed + n);
    if (found.length > 0) return found;
  }
  return [];
}

describe.each(Object.entries(planted))('the planted fault "%s"', (name, fault) => {
  it('has its place still', () => {
    const text = readFileSync(join(root, fault.file), 'utf8');
    expect(withFault(name, fault, text)).not.toBe(text);
  });

  it(`is found in ${fault.attempts} attempts from seed ${fault.seed} on`, async () => {
    plant(name);
    expect(await foundIn(fault)).not.toEqual([]);
  });

  // A judge that blames every attempt would find each fault, too.
  it('is what is found: without it the same attempts are right', async () => {
    expect(await foundIn(fault)).toEqual([]);
  });
});
