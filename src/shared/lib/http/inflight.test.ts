import { describe, expect, it } from 'vitest';
import { abortError, isAbort } from '../errors.ts';
import { createInflight } from './inflight.ts';

/** Calls that end when the test says so, or when aborted. */
function calls() {
  const started: { url: string; answer: (value: string) => void; signal: AbortSignal }[] = [];
  const begin = (url: string) => (signal: AbortSignal) =>
    new Promise<string>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(abortError()));
      started.push({ url, answer: resolve, signal });
    });
  return { started, begin };
}

const aborted = (error: unknown) => (isAbort(error) ? 'aborted' : 'other');

describe('running calls', () => {
  it('joins equal ones into one', async () => {
    const { started, begin } = calls();
    const inflight = createInflight<string>();
    const both = [inflight.join('x', '/x?a', begin('/x?a')), inflight.join('x', '/x?a', begin('/x?a'))];
    started[0]?.answer('one');
    expect(await Promise.all(both)).toEqual(['one', 'one']);
    expect(started).toHaveLength(1);
  });

  it('aborts the older one of another query', async () => {
    const { started, begin } = calls();
    const inflight = createInflight<string>();
    const older = inflight.join('x', '/x?a', begin('/x?a')).catch(aborted);
    const newer = inflight.join('x', '/x?b', begin('/x?b'));
    started[1]?.answer('b');
    expect([await older, await newer]).toEqual(['aborted', 'b']);
  });

  it('lets other slots run', async () => {
    const { started, begin } = calls();
    const inflight = createInflight<string>();
    const both = [inflight.join('x#1', '/x?a', begin('/x?a')), inflight.join('x#2', '/x?b', begin('/x?b'))];
    for (const { answer, url } of started) answer(url);
    expect(await Promise.all(both)).toEqual(['/x?a', '/x?b']);
  });

  it('sends anew on a reload', async () => {
    const { started, begin } = calls();
    const inflight = createInflight<string>();
    const older = inflight.join('x', '/x', begin('/x')).catch(aborted);
    const newer = inflight.join('x', '/x', begin('/x'), { isReload: true });
    started[1]?.answer('new');
    expect([await older, await newer]).toEqual(['aborted', 'new']);
  });

  it('goes on for the others when one caller gives up, and ends when the last one does', async () => {
    const { started, begin } = calls();
    const inflight = createInflight<string>();
    const [first, second] = [new AbortController(), new AbortController()];
    const one = inflight.join('x', '/x', begin('/x'), { signal: first.signal }).catch(aborted);
    const two = inflight.join('x', '/x', begin('/x'), { signal: second.signal }).catch(aborted);
    first.abort();
    expect(await one).toBe('aborted');
    expect(started[0]?.signal.aborted).toBe(false);
    second.abort();
    expect(await two).toBe('aborted');
    expect(started[0]?.signal.aborted).toBe(true);
  });

  it('starts again after the answer', async () => {
    const { started, begin } = calls();
    const inflight = createInflight<string>();
    const first = inflight.join('x', '/x', begin('/x'));
    started[0]?.answer('1');
    await first;
    const second = inflight.join('x', '/x', begin('/x'));
    started[1]?.answer('2');
    expect(await second).toBe('2');
  });
});
