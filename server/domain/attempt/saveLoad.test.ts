import { expect, it } from 'vitest';
import { countedSave, saveEveryFor } from './saveLoad.ts';

it('devices save each five seconds at rest, less often the more saves wait, and never less often than each fifteen', () => {
  expect([0, 1, 20, 39, 40, 60, 219, 220, 10_000].map(saveEveryFor)).toEqual([5, 5, 5, 5, 6, 7, 14, 15, 15]);
});

it('counts the saves that are under way, also those that fail', async () => {
  const waiting: (() => void)[] = [];
  const seen: number[] = [];
  const save = (ahead: number) => {
    seen.push(ahead);
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const first = [countedSave(save), countedSave(save)];
  await expect(countedSave(() => Promise.reject(new Error('closed')))).rejects.toThrow('closed');
  const third = countedSave(save);
  for (const done of waiting.splice(0)) done();
  await Promise.all([...first, third]);
  await countedSave(async (ahead) => seen.push(ahead));
  expect(seen).toEqual([0, 1, 2, 0]);
});
