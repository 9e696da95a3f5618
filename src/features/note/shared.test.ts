import { expect, it } from 'vitest';
import { leftOutOf, noteOfShared } from './shared.ts';
import { startOf } from './texts.ts';

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

const shared = (text: string) => ({ title: null, text, url: null });

it('cuts what no note can hold, and says how much', () => {
  expect(noteOfShared(shared('あ'.repeat(1200)))).toHaveLength(1000);
  expect(leftOutOf(shared('あ'.repeat(1200)))).toBe(200);
  expect(leftOutOf(shared('あ'.repeat(1000)))).toBe(0);
});

it('cuts between letters', () => {
  const text = `${'あ'.repeat(999)}😀と続き`;
  expect(noteOfShared(shared(text))).toBe('あ'.repeat(999));
  expect(leftOutOf(shared(text))).toBe(5);
  expect(startOf(`${'あ'.repeat(19)}👨‍👩‍👧と続き`)).toBe(`${'あ'.repeat(19)}👨‍👩‍👧…`);
});

it('leaves out what no database keeps', () => {
  expect(noteOfShared(shared('a\u0000b\ud800'))).toBe('ab');
});
