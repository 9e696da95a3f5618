import { describe, expect, test } from 'vitest';
import { foldText, matchesAll, searchWords } from './fold.ts';

describe('foldText', () => {
  test.each([
    ['イチジカンスウ', 'いちじかんすう'],
    ['ヴェクトル', 'ゔぇくとる'],
    ['ﾍﾞｸﾄﾙ', 'ベクトル'],
    ['ABC', 'abc'],
    ['中学数学 一次関数', '中学数学一次関数'],
    ['中学数学 一次関数', '中学数学一次関数'],
    ['コンピューター', 'コンピュ-タ-'],
    ['コンピューター', 'コンピュータ'],
    ['サーバーの仕組み', 'ｻｰﾊﾞの仕組み'],
    ['エネルギー保存', 'エネルギ保存'],
    ['エネルギー', 'えねるぎー'],
    ['⑴', '(1)'],
    ['\ufa19\ufa1b', '神福'],
    ['渡邉\u{e0101}', '渡邉'],
    ['わ\u200bたなべ', 'わたなべ'],
    ['Ⅰ', 'I'],
  ])('%s and %s are the same', (one, other) => {
    expect(foldText(one)).toBe(foldText(other));
  });

  test('keeps different words apart', () => {
    expect(foldText('かんすう')).not.toBe(foldText('がんすう'));
    expect(foldText('数学1')).not.toBe(foldText('数学2'));
    expect(foldText('ビール')).not.toBe(foldText('ビル'));
    expect(foldText('データ')).not.toContain(foldText('でた'));
  });
});

describe('a search', () => {
  test('needs every word, in any order', () => {
    const course = foldText('中学数学 一次関数・方程式');
    expect(matchesAll(course, searchWords('方程式 数学'))).toBe(true);
    expect(matchesAll(course, searchWords('方程式 英語'))).toBe(false);
  });

  test('of nothing finds everything', () => {
    expect(searchWords('   ')).toEqual([]);
    expect(matchesAll('x', [])).toBe(true);
  });
});
