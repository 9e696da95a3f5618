import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { faultsOf, openBrowsers } from './attempts.ts';
import { plant, planted, withFault } from './planted.ts';

const root = join(import.meta.dirname, '..', '..');

openBrowsers();
afterEach(() => plant(undefined));

describe.each(Object.entries(planted))('the planted fault "%s"', (name, fault) => {
  it('has its place still', () => {
    const text = readFileSync(join(root, fault.file), 'utf8');
    expect(withFault(name, fault, text)).not.toBe(text);
  });

  it(`is found in ${fault.attempts} attempts from seed ${fault.seed} on`, async () => {
    plant(name);
    const found: string[] = [];
    for (let n = 0; n < fault.attempts && found.length === 0; n += 1)
      found.push(...(await faultsOf(fault.seed + n)));
    expect(found).not.toEqual([]);
  });
});
