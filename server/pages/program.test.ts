import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type Ask, PageProgram } from './program.ts';

/** A program in place of the app's: it asks the API for the address, and says which thread it runs in. */
const renderer = `
import { threadId } from 'node:worker_threads';
export async function servedDocument(path, build, ask) {
  if (path === '/dies') process.exit();
  await ask(path);
  return String(threadId);
}
`;

function program(ask: Ask): PageProgram {
  const folder = mkdtempSync(join(tmpdir(), 'konomanavi-program-'));
  for (const name of ['.renderer', '.vite']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
  writeFileSync(join(folder, '.renderer', 'renderer.js'), renderer);
  const made = new PageProgram(folder, '', ask);
  onTestFinished(async () => {
    await made.end();
    rmSync(folder, { recursive: true });
  });
  return made;
}

it('makes a page that is requested while the last thread ends, and the next ones in the same thread', async () => {
  const gate = Promise.withResolvers<void>();
  const pages = program(async (path) => path === '/second' && (await gate.promise));
  const first = await pages.make('/first');
  const ended = pages.end();
  const second = pages.make('/second');
  await ended;
  gate.resolve();
  expect(await second).not.toBe(first);
  expect(await pages.make('/third')).toBe(await second);
});

it('starts another thread after one that died, and tells those who waited for it', async () => {
  const pages = program(async () => null);
  const first = await pages.make('/first');
  await expect(pages.make('/dies')).rejects.toThrow('the thread has ended');
  expect(await pages.make('/second')).not.toBe(first);
});
