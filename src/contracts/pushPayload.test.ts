import { expect, it } from 'vitest';
import { readPushPayload } from './pushPayload.ts';

it('shortens the words of a push between letters', () => {
  const body = 'あ'.repeat(299);
  expect(readPushPayload({ title: 'お知らせ', body: `${body}😀` })).toEqual({ title: 'お知らせ', body });
});

it('leaves out what is missing or wrong', () => {
  expect(readPushPayload({ kind: 'joke', title: ' ', body: 1, path: '/mypage', unread: -1 })).toEqual({
    path: '/mypage',
  });
  expect(readPushPayload('text')).toEqual({});
});
