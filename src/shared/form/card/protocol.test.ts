import { describe, expect, it } from 'vitest';
import { cardAfter, cardStart, readFrameMessage } from './protocol.ts';

const token = { kind: 'token', id: 3, token: 'a'.repeat(64), last4: '1111', expiry: '2912', brand: 'Visa' };

describe('what comes out of the card frame', () => {
  it('is read field by field: nothing else comes with it', () => {
    expect(readFrameMessage({ ...token, number: '4111111111111111', code: '123' })).toEqual(token);
    expect(
      readFrameMessage({
        kind: 'wrong',
        id: 1,
        errors: { number: 'form', code: '4111111111111111', x: 'form' },
      }),
    ).toEqual({ kind: 'wrong', id: 1, errors: { number: 'form' } });
    expect(readFrameMessage({ kind: 'height', height: 311.2, text: 'x' })).toEqual({
      kind: 'height',
      height: 312,
    });
  });

  it.each([
    [{ ...token, last4: '4111111111111111' }],
    [{ ...token, token: '' }],
    [{ ...token, token: 'a'.repeat(513) }],
    [{ ...token, expiry: '12/29' }],
  ])('is trouble when a token is not whole: %j', (message) =>
    expect(readFrameMessage(message)).toEqual({ kind: 'trouble', id: 3 }),
  );

  it.each([[null], ['ready'], [{}], [{ kind: 'open' }], [{ kind: 'height', height: 1e9 }]])(
    'is nothing when it is not ours: %j',
    (message) => expect(readFrameMessage(message)).toBeNull(),
  );
});

describe('what the page knows of its card frame', () => {
  it('row 47: it is late after its time, and welcome whenever it comes', () => {
    const late = cardAfter(cardStart, { kind: 'overdue' });
    expect(late.status).toBe('late');
    expect(cardAfter(cardStart, { kind: 'failed' }).status).toBe('late');
    const ready = cardAfter(late, { kind: 'ready' });
    expect(ready.status).toBe('ready');
    expect(cardAfter(ready, { kind: 'overdue' }).status).toBe('ready');
  });

  it('is what is wrong until a token has come', () => {
    const wrong = cardAfter(cardStart, { kind: 'wrong', id: 1, errors: { code: 'missing' } });
    expect(wrong.errors).toEqual({ code: 'missing' });
    expect(cardAfter(wrong, { kind: 'fields', errors: {} }).errors).toEqual({});
    expect(cardAfter(wrong, { ...token, kind: 'token', brand: 'Visa' }).errors).toEqual({});
    expect(cardAfter(wrong, { kind: 'trouble', id: 1 }).errors).toEqual({ code: 'missing' });
  });
});
