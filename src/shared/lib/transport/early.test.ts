import { afterEach, beforeEach, expect, it } from 'vitest';
import { setClock } from '../time/clock.ts';
import { hasAskedEarly } from './askedEarly.ts';
import type { Call } from './attempt.ts';
import { answerOf, type EarlyCall, takeEarly } from './early.ts';

const url = '/api/lms/inventory/?page=1';
const call: Call = { method: 'GET', target: { url, path: url, isApi: true }, token: 'Bearer a' };
const page = globalThis as { early?: Record<string, EarlyCall> };

let sent: EarlyCall;
let time = 0;
let restore = () => {};

beforeEach(() => {
  time = 1000;
  restore = setClock(() => time);
  const answer = Promise.resolve(new Response('{"results":[]}'));
  sent = { token: 'Bearer a', at: 1000, stop: new AbortController(), answer };
  page.early = { [url]: sent };
});

afterEach(() => {
  restore();
  delete page.early;
});

it('is handed out once, to the call it was sent for', async () => {
  expect(hasAskedEarly()).toBe(true);
  const early = takeEarly(call);
  expect(early).toBe(sent);
  expect((await answerOf(sent, new AbortController().signal)).text).toBe('{"results":[]}');
  expect(takeEarly(call)).toBeNull();
});

it('is given up when another session asks', () => {
  expect(takeEarly({ ...call, token: 'Bearer b' })).toBeNull();
  expect(sent.stop.signal.aborted).toBe(true);
  expect(takeEarly(call)).toBeNull();
});

it('is no answer to a call of a guest', () => {
  expect(takeEarly({ ...call, token: null })).toBeNull();
  expect(sent.stop.signal.aborted).toBe(true);
});

it('is asked for again when it came long ago', () => {
  time += 20_000;
  expect(takeEarly(call)).toBeNull();
  expect(sent.stop.signal.aborted).toBe(true);
});

it('stays for others when another call is made', () => {
  expect(takeEarly({ ...call, method: 'POST' })).toBeNull();
  expect(takeEarly({ ...call, headers: { 'If-None-Match': 'x' } })).toBeNull();
  expect(takeEarly({ ...call, target: { ...call.target, url: '/api/lms/inventory/?page=2' } })).toBeNull();
  expect(takeEarly(call)).toBe(sent);
});

it('ends with the signal of its caller', async () => {
  const signal = AbortSignal.abort();
  await answerOf(sent, signal).catch(() => undefined);
  expect(sent.stop.signal.aborted).toBe(true);
});
