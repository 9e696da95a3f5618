import { describe, expect, it } from 'vitest';
import type { Note } from '#contracts/study.ts';
import type { OutboxEntry, OutboxRow } from '#shared/lib/db/outboxRow.ts';
import {
  combineNotes,
  editBody,
  inOrder,
  judgeBody,
  newBody,
  noteKind,
  notePath,
  overlayNotes,
} from './model.ts';

const note = (id: string, more: Partial<Note> = {}): Note => ({
  id,
  lesson: '7',
  course: '1',
  sec: 10,
  body: 'はじめ',
  rev: 1,
  modified: '2026-11-21T10:00:00+09:00',
  ...more,
});

function entry(method: OutboxEntry['method'], changed: Note): OutboxEntry {
  return {
    kind: noteKind,
    entity: `note:${changed.id}`,
    method,
    path: method === 'POST' ? notePath : `${notePath}${changed.id}/`,
    body: method === 'DELETE' ? undefined : method === 'POST' ? newBody(changed) : editBody(changed),
    label: '授業',
    view: { note: changed },
  };
}

const row = (seq: number, from: OutboxEntry, more: Partial<OutboxRow> = {}): OutboxRow => ({
  ...from,
  seq,
  key: String(seq),
  base_rev: null,
  client_at: '',
  view: from.view,
  tries: 0,
  next_try_at: 0,
  state: 'waiting',
  error: null,
  ...more,
});

describe('order', () => {
  it('follows the lesson, then the time of writing; what is not sent yet comes last', () => {
    const notes = [
      note('c', { sec: 20 }),
      note('b', { modified: null }),
      note('a', { modified: '2026-11-21T11:00:00+09:00' }),
      note('d'),
    ];
    expect(inOrder(notes).map(({ id }) => id)).toEqual(['d', 'a', 'b', 'c']);
  });
});

describe('changes that wait', () => {
  it('lie over what the server said', () => {
    const rows = [
      row(1, entry('PATCH', note('a', { body: '書き直した' }))),
      row(2, entry('DELETE', note('b'))),
      row(3, entry('POST', note('new', { sec: 5, rev: 0 }))),
    ];
    const views = overlayNotes([note('a'), note('b'), note('c', { sec: 30 })], rows);
    expect(views.map(({ id, body, state }) => [id, body, state])).toEqual([
      ['new', 'はじめ', 'waiting'],
      ['a', '書き直した', 'waiting'],
      ['c', 'はじめ', 'saved'],
    ]);
  });

  it('stay readable when they are refused, a deletion too', () => {
    const error = { status: 403, code: 'forbidden', detail: 'だめです。', request_id: '', data: null };
    const views = overlayNotes(
      [note('b')],
      [
        row(1, entry('POST', note('new', { body: '失いたくない' })), { state: 'refused', error }),
        row(2, entry('DELETE', note('b')), { state: 'refused', error }),
      ],
    );
    expect(views.map(({ id, state, detail }) => [id, state, detail])).toEqual([
      ['b', 'refused', 'だめです。'],
      ['new', 'refused', 'だめです。'],
    ]);
  });

  it.each([
    ['in the body', (both: object) => both],
    ['under data', (both: object) => ({ code: 'conflict', data: both })],
  ])('show both versions of a conflict found %s', (_, wrap) => {
    const both = { current: note('a', { body: 'ほかの端末', rev: 4 }), yours: { body: '自分' } };
    const error = { status: 412, code: 'conflict', detail: '', request_id: '', data: wrap(both) };
    const [view] = overlayNotes(
      [note('a')],
      [row(1, entry('PATCH', note('a', { body: '自分' })), { state: 'refused', error })],
    );
    expect(view).toMatchObject({ state: 'conflict', body: '自分', other: { body: 'ほかの端末', rev: 4 } });
  });

  it('show in a conflict what the other device has made of its version since', () => {
    const data = { current: note('a', { body: 'ほかの端末', rev: 4 }), yours: { body: '自分' } };
    const error = { status: 412, code: 'conflict', detail: '', request_id: '', data };
    const mine = row(1, entry('PATCH', note('a', { body: '自分' })), { state: 'refused', error });
    const other = (known: Note) => overlayNotes([known], [mine])[0]?.other;
    expect(other(note('a', { body: 'その続き', rev: 5 }))).toEqual(note('a', { body: 'その続き', rev: 5 }));
    expect(other(note('a', { body: 'それより前', rev: 3 }))).toEqual(data.current);
  });
});

describe('changes of one note', () => {
  const created = entry('POST', note('n', { rev: 0 }));
  const edited = entry('PATCH', note('n', { rev: 0, body: 'つぎ' }));
  const deleted = entry('DELETE', note('n'));

  it('become one new note as long as it never left the device', () => {
    const { remove, add, seq } = combineNotes([row(4, created)], edited);
    expect(remove).toEqual([4]);
    expect(seq).toBe(4);
    expect(add).toMatchObject({ method: 'POST', path: notePath, body: { id: 'n', body: 'つぎ', rev: 0 } });
  });

  it('follow a try whose answer may have been lost', () => {
    expect(combineNotes([row(4, created, { tries: 1 })], edited)).toEqual({
      remove: [],
      add: edited,
      seq: null,
    });
  });

  it('keep the revision of the first change they are made on', () => {
    const first = entry('PATCH', note('n', { rev: 3 }));
    const { add } = combineNotes([row(4, first)], entry('PATCH', note('n', { rev: 9, body: 'つぎ' })));
    expect(add?.body).toMatchObject({ body: 'つぎ', rev: 3 });
  });

  it('leave nothing to send when a new note is deleted at once, and only the deletion otherwise', () => {
    expect(combineNotes([row(4, created)], deleted)).toEqual({ remove: [4], add: null, seq: null });
    expect(combineNotes([row(4, entry('PATCH', note('n')))], deleted)).toEqual({
      remove: [4],
      add: deleted,
      seq: null,
    });
    expect(combineNotes([row(4, created, { state: 'refused', tries: 1 })], deleted).add).toBeNull();
    expect(combineNotes([row(4, created, { tries: 2 })], deleted)).toEqual({
      remove: [],
      add: deleted,
      seq: null,
    });
  });

  it('take the place of what was refused', () => {
    expect(combineNotes([row(4, edited, { state: 'refused' })], edited)).toMatchObject({
      remove: [4],
      add: edited,
    });
  });
});

describe('text of a note', () => {
  it('may have 1000 characters, blanks around it not counted', () => {
    expect(judgeBody(` ${'あ'.repeat(1000)}\n`)).toEqual({ isEmpty: false, left: 0, isTooLong: false });
    expect(judgeBody('あ'.repeat(1001)).isTooLong).toBe(true);
    expect(judgeBody(' \n').isEmpty).toBe(true);
  });
});
