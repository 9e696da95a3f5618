import { describe, expect, it } from 'vitest';
import type { OutboxEntry, OutboxRow } from '../db/outboxRow.ts';
import { lastIntent } from './coalesce.ts';

const entry: OutboxEntry = {
  kind: 'bookmark',
  entity: 'bookmark:12',
  method: 'POST',
  path: '/api/lms/bookmark/',
  body: { course: '12', is_check: true },
  label: '数学',
};

function row(fields: Partial<OutboxRow> = {}): OutboxRow {
  return {
    ...entry,
    seq: 1,
    key: 'first',
    base_rev: null,
    view: null,
    client_at: '2026-04-10T00:00:00.000Z',
    tries: 0,
    next_try_at: 0,
    state: 'waiting',
    error: null,
    ...fields,
  };
}

describe('lastIntent', () => {
  it('adds the first change at the end of the queue', () => {
    expect(lastIntent([], entry)).toEqual({ remove: [], add: entry, seq: null });
  });

  it('replaces an older change in its place', () => {
    const next = { ...entry, body: { course: '12', is_check: false } };
    expect(lastIntent([row({ seq: 4 })], next)).toEqual({ remove: [4], add: next, seq: 4 });
  });

  it('lets on and off vanish when the server never heard of it', () => {
    expect(lastIntent([row()], { ...entry, isServerState: true })).toEqual({
      remove: [1],
      add: null,
      seq: null,
    });
  });

  it('still sends off when on may have reached the server', () => {
    const next = { ...entry, isServerState: true };
    expect(lastIntent([row({ tries: 1 })], next).add).toBe(next);
  });

  it('sends a change to the known state when nothing waits: another device may have changed it', () => {
    const next = { ...entry, isServerState: true };
    expect(lastIntent([], next).add).toBe(next);
  });

  it('takes the place of a refused change', () => {
    const next = { ...entry, isServerState: true };
    expect(lastIntent([row({ state: 'refused', tries: 1 })], next)).toEqual({
      remove: [1],
      add: next,
      seq: 1,
    });
  });

  it('leaves changes by another method alone', () => {
    expect(lastIntent([row({ method: 'PATCH' })], entry)).toEqual({ remove: [], add: entry, seq: null });
  });
});
