import { describe, expect, it } from 'vitest';
import type { OutboxRow } from '#shared/lib/db/outboxRow.ts';
import { describeChange, storyOf } from './model.ts';

const row = (fields: Partial<OutboxRow>) =>
  ({ kind: 'note', method: 'POST', state: 'waiting', ...fields }) as OutboxRow;

describe('a change in words', () => {
  it.each([
    [{ kind: 'bookmark', body: { is_check: true } }, 'しおりを付ける'],
    [{ kind: 'bookmark', body: { is_check: false } }, 'しおりを外す'],
    [{ kind: 'favorite', body: { is_favorite: false } }, 'お気に入りから外す'],
    [{ kind: 'check', body: { level: 3 } }, '理解度を「わかった」にする'],
    [{ kind: 'check', body: { level: 0 } }, '理解度の印を外す'],
    [{ kind: 'from a newer version', body: null }, '変更'],
  ])('%o', (fields, what) => {
    expect(describeChange(row(fields))).toEqual({ what, text: null });
  });

  it('carries the text of a note, so that it can be copied', () => {
    const view = { note: { body: '余弦定理' } };
    expect(describeChange(row({ view }))).toEqual({ what: 'メモを書く', text: '余弦定理' });
    expect(describeChange(row({ view, method: 'DELETE' })).what).toBe('メモを消す');
  });
});

it('tells first what the learner must decide about, then what waits', () => {
  const waiting = row({});
  const refused = row({ state: 'refused' });
  expect(storyOf([], false)).toEqual({ kind: 'saved' });
  expect(storyOf([waiting, refused], true)).toEqual({ kind: 'decide', count: 1 });
  expect(storyOf([waiting, waiting], true)).toEqual({ kind: 'underWay', count: 2 });
  expect(storyOf([waiting], false)).toEqual({ kind: 'away', count: 1 });
});

it('promises nothing about what the server fails over', () => {
  const error = { status: 500, code: '', detail: '', request_id: '', data: null };
  expect(storyOf([row({}), row({ error })], true)).toEqual({ kind: 'failing', count: 2 });
  expect(storyOf([row({ error: { ...error, status: 0 } })], true)).toEqual({ kind: 'underWay', count: 1 });
  expect(storyOf([row({ error })], false)).toEqual({ kind: 'away', count: 1 });
});
