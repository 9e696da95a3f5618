import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const program = `
const { endOnSignals, makeFolder } = await import(${JSON.stringify(join(import.meta.dirname, 'leftovers.ts'))});
endOnSignals();
console.log(makeFolder('konomanavi-leftover-'));
if (process.argv[1] === 'throw') throw new Error('on purpose');
if (process.argv[1] === 'wait') setInterval(() => undefined, 1000);
`;

/** Runs a program that makes a folder, and answers the folder and its exit code. */
async function end(how: 'return' | 'throw' | NodeJS.Signals): Promise<{ folder: string; code: number }> {
  const isSignal = how.startsWith('SIG');
  const args = ['--input-type=module', '--eval', program, isSignal ? 'wait' : how];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const ended = once(child, 'exit');
  const [said] = await once(child.stdout, 'data');
  if (isSignal) child.kill(how as NodeJS.Signals);
  const [code] = await ended;
  return { folder: String(said).trim(), code };
}

describe('temporary folders', () => {
  it.each([
    ['return', 0],
    ['throw', 1],
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('are gone when the process ends by %s', async (how, expected) => {
    const { folder, code } = await end(how);
    expect(folder).toContain('konomanavi-leftover-');
    expect({ isLeft: existsSync(folder), code }).toEqual({ isLeft: false, code: expected });
  });
});
