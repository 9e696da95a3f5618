import { expect, it } from 'vitest';
import { openBrowsers, tryAttempts } from './attempts.ts';
import { plant } from './planted.ts';

openBrowsers();

it('an attempt of an even seed: whatever is killed, cut, moved or lost, what was typed in time counts, once', async () => {
  plant(process.env.EXAM_BUG);
  expect(await tryAttempts(0)).toEqual([]);
}, 3_600_000);
