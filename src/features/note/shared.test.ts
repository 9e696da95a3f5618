import { expect, it } from 'vitest';
import { noteOfShared } from './shared.ts';

it.each([
  [
    { title: '二次関数', text: '頂点の求め方', url: 'https://example.jp/a' },
    '二次関数\n頂点の求め方\nhttps://example.jp/a',
  ],
  [
    { title: '', text: '読む https://example.jp/a', url: 'https://example.jp/a' },
    '読む https://example.jp/a',
  ],
  [{ title: null, text: null, url: null }, ''],
  [{ title: '  同じ ', text: '同じ', url: null }, '同じ'],
])('makes a note of %j', (given, note) => {
  expect(noteOfShared(given)).toBe(note);
});

it('cuts what no note can hold', () => {
  expect(noteOfShared({ title: null, text: 'あ'.repeat(1200), url: null })).toHaveLength(1000);
});
