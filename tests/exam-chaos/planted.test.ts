import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { planted, withFault } from './planted.ts';

const root = join(import.meta.dirname, '..', '..');
const isLong = Number(process.env.PROPERTY_CASES ?? 200) >= 2000;

describe.each(Object.entries(planted))('the planted fault "%s"', (name, fault) => {
  it('has its place still', () => {
    const text = readFileSync(join(root, fault.file), 'utf8');
    expect(withFault(name, fault, text)).not.toBe(text);
  });

  it.runIf(isLong)(
    'is found',
    () => {
      const file = join('tests', 'exam-chaos', 'examChaos.test.ts');
      const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
      const { stdout } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', file], {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, EXAM_BUG: name, EXAM_SEED: String(fault.seed), EXAM_ATTEMPTS: '60' },
      });
      expect(stdout).toMatch(/seed \d+: /);
    },
    1_800_000,
  );
});
