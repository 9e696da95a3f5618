import { beforeEach, expect, it, vi } from 'vitest';
import { postSelfscore } from './attemptCalls.ts';
import { refusal } from './scriptedServer.ts';

type Asked = { path: string; isAnonymous?: boolean };

/** Calls as they reach the transport, and what the server says to those with a token. */
const asked: Asked[] = [];
let toToken: () => unknown;
const score = { score: { status: 'marked', total: 7 } };
vi.mock('../http/request.ts', () => ({
  request: async (options: Asked) => {
    asked.push(options);
    return { data: options.isAnonymous ? toToken() : score };
  },
}));

beforeEach(() => {
  asked.length = 0;
  toToken = () => score;
});

const mark = (token: string | null) => postSelfscore({ base: '/b/', id: 'a1', token }, 'g1', 7);
const byToken = () => asked.map(({ isAnonymous }) => isAnonymous === true);

it('own points go with the token of the attempt', async () => {
  expect((await mark('t')).total).toBe(7);
  expect(byToken()).toEqual([true]);
});

it('own points go with the session where this device has no token, or one that counts no longer', async () => {
  expect((await mark(null)).total).toBe(7);
  toToken = () => {
    throw refusal(403, 'attempt_token', {});
  };
  expect((await mark('old')).total).toBe(7);
  expect(byToken()).toEqual([false, true, false]);
  expect(new Set(asked.map(({ path }) => path))).toEqual(new Set(['/b/attempt/a1/selfscore/']));
});

it('what the server refuses for another reason is not tried again', async () => {
  toToken = () => {
    throw refusal(422, 'over_points', {});
  };
  await expect(mark('t')).rejects.toMatchObject({ status: 422 });
  expect(byToken()).toEqual([true]);
});
