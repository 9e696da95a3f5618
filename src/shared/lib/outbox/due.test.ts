import { describe, expect, it } from 'vitest';
import type { OutboxError, OutboxRow } from '../db/outboxRow.ts';
import { dueRows, nextDueAt } from './due.ts';

const noAnswer: OutboxError = { status: 0, code: '', detail: '', request_id: '', data: null };

function row(seq: number, entity: string, fields: Partial<OutboxRow> = {}): OutboxRow {
  return {
    seq,
    entity,
    key: `key-${seq}`,
    kind: 'note',
    method: 'POST',
    path: '/',
    body: {},
    base_rev: null,
    view: null,
    label: '',
    client_at: '',
    tries: 0,
    next_try_at: 0,
    state: 'waiting',
    error: null,
    ...fields,
  };
}

const seqs = (rows: OutboxRow[]) => rows.map(({ seq }) => seq);

describe('dueRows', () => {
  it('sends the oldest of each thing, never a later one before it', () => {
    expect(seqs(dueRows([row(1, 'a'), row(2, 'a'), row(3, 'b')], 0, false))).toEqual([1, 3]);
  });

  it('waits behind an entry that is on its way or in its pause', () => {
    expect(dueRows([row(1, 'a', { state: 'sending' }), row(2, 'a')], 0, false)).toEqual([]);
    expect(dueRows([row(1, 'a', { next_try_at: 5 }), row(2, 'a')], 4, false)).toEqual([]);
  });

  it('passes a refused entry by', () => {
    expect(seqs(dueRows([row(1, 'a', { state: 'refused' }), row(2, 'a')], 0, false))).toEqual([2]);
  });

  it('skips the pause after no answer when the server is back, but not one the server asked for', () => {
    const away = row(1, 'a', { next_try_at: 9, error: noAnswer });
    const asked = row(2, 'b', { next_try_at: 9, error: { ...noAnswer, status: 502 } });
    expect(seqs(dueRows([away, asked], 0, true))).toEqual([1]);
    expect(dueRows([away, asked], 0, false)).toEqual([]);
    expect(seqs(dueRows([away, asked], 9, false))).toEqual([1, 2]);
  });

  it('sends nothing at all while the server wants to be left alone', () => {
    const asked = row(1, 'a', { next_try_at: 9, error: { ...noAnswer, status: 429 } });
    const rows = [asked, row(2, 'b')];
    expect(dueRows(rows, 8, true)).toEqual([]);
    expect(seqs(dueRows(rows, 9, false))).toEqual([1, 2]);
    expect(nextDueAt(rows)).toBe(9);
  });
});

describe('nextDueAt', () => {
  it('is the earliest of those that wait', () => {
    const rows = [
      row(1, 'a', { next_try_at: 7 }),
      row(2, 'b', { next_try_at: 5 }),
      row(3, 'c', { state: 'refused' }),
    ];
    expect(nextDueAt(rows)).toBe(5);
    expect(nextDueAt([row(1, 'a', { state: 'refused' })])).toBeNull();
  });
});
