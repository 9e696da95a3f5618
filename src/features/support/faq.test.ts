import { describe, expect, it } from 'vitest';
import type { FaqEntry } from '#contracts/cms.ts';
import { searchFaq, suggest } from './faq.ts';

const entry = (
  id: string,
  category: FaqEntry['category'],
  question: string,
  ...keywords: string[]
): FaqEntry => ({
  id,
  category,
  question,
  keywords,
  answer_html: `<p>${id}の<strong>答え</strong></p>`,
});
const entries = [
  entry('login', 'account', 'ログインできません', 'パスワードが違う', '入れない'),
  entry('video', 'course', '動画が再生できません', '止まる', '映らない'),
  entry('refund', 'payment', 'キャンセルや返金はできますか', 'まちがえて買った'),
  entry('exam', 'exam', '模試はどこで受けられますか', '受験'),
];
const ids = (found: FaqEntry[]) => found.map(({ id }) => id);

describe('suggest', () => {
  it.each([
    ['講座の動画が再生できなくて困っています', ['video']],
    ['ﾛｸﾞｲﾝ しようとすると入れないです', ['login']],
    ['まちがえて買ったので返金してほしい', ['refund']],
    ['こんにちは。教えていただけますでしょうか', []],
    ['', []],
  ])('%s', (text, expected) => {
    expect(ids(suggest(entries, text, ''))).toEqual(expected);
  });

  it('puts the chosen category first when two are as near', () => {
    const twins = [entry('a', 'course', '領収書', '領収書'), entry('b', 'payment', '領収書', '領収書')];
    expect(ids(suggest(twins, '領収書がほしい', 'payment'))).toEqual(['b', 'a']);
  });
});

describe('searchFaq', () => {
  it.each([
    ['', ['login', 'video', 'refund', 'exam']],
    ['どうが', []],
    ['動画 再生', ['video']],
    ['ジュケン', []],
    ['受験', ['exam']],
    ['refundの答え', ['refund']],
    ['strong', []],
  ])('「%s」', (query, expected) => {
    expect(ids(searchFaq(entries, query))).toEqual(expected);
  });
});
