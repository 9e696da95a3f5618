import { expect, it } from 'vitest';
import { attemptSchema, savedSchema, submittedSchema } from './examAttempt.ts';

const cell = { v: '1', at: 5, lo: 5, f: false, fat: 0, flo: 0 };
const timing = { server_now: '2027-06-01T04:00:00.000Z', deadline_at: '2027-06-01T05:00:00.000Z' };

it('row 60: what a newer server says besides is ignored, at every depth', () => {
  const saved = {
    ...timing,
    extra_ms: 0,
    given_ms: 0,
    save_every: 5,
    spread_sec: 20,
    rev: 3,
    cells: { a: cell },
    audio_plays: {},
    saved_at: timing.server_now,
    events_to: 2,
    dropped: [{ slot: 'b', reason: 'late' }],
    errata: [],
  };
  const later = {
    ...saved,
    pace: { per_minute: 3 },
    cells: { a: { ...cell, by: 'device-2' } },
    // A reason of its own is only words for the receipt.
    dropped: [{ slot: 'b', reason: 'moved', at: 7 }],
  };
  expect(savedSchema.parse(later)).toEqual({ ...saved, dropped: [{ slot: 'b', reason: 'moved' }] });
});

it('row 60: an older server that leaves out what is not needed is understood', () => {
  const { state, cells, errata, save_every, spread_sec, given_ms, audio_plays, held_by } =
    attemptSchema.parse({
      ...timing,
      id: 'x',
      exam: '1',
      subject: 'math',
      version: 'v',
      state: 'running',
      key: 'AA',
      token: 't',
      epoch: 1,
      rev: 0,
    });
  expect({ state, cells, errata, save_every, spread_sec, given_ms, audio_plays, held_by }).toEqual({
    state: 'running',
    cells: {},
    errata: [],
    save_every: 5,
    spread_sec: 20,
    given_ms: 0,
    audio_plays: {},
    held_by: null,
  });
  expect(savedSchema.parse({ ...timing, rev: 1, saved_at: timing.server_now })).toMatchObject({
    rev: 1,
    cells: {},
    dropped: [],
  });
  const receipt = { receipt_no: 'ABCDE-12345', seal: 's', submitted_at: timing.server_now };
  expect(submittedSchema.parse(receipt)).toMatchObject({ ...receipt, kept: 0, checkresult: null });
});
