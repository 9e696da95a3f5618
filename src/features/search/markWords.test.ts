import { describe, expect, test } from 'vitest';
import { searchWords } from '#shared/lib/text/fold.ts';
import { markWords } from './markWords.ts';

describe('what was found is marked in the text as it was written', () => {
  const marked = (text: string, query: string) =>
    markWords(text, searchWords(query))
      .map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text))
      .join('');

  test.each([
    ['三角比の定義', 'さん', '三角比の定義'],
    ['ベクトルの内積', 'べくとる', '[ベクトル]の内積'],
    ['ﾍﾞｸﾄﾙの内積', 'ベク', '[ﾍﾞｸ]ﾄﾙの内積'],
    ['コンピューターの歴史', 'コンピュータの', '[コンピューターの]歴史'],
    ['サーバーとデータ', 'データ サーバ', '[サーバ]ーと[データ]'],
    ['中学 数学', '学数', '中[学 数]学'],
    ['ABC と abc', 'b', 'A[B]C と a[b]c'],
    ['⑴ 𠮷野', '野', '⑴ 𠮷[野]'],
    ['⑴ 一次関数', '1', '[⑴] 一次関数'],
    ['数学', '', '数学'],
  ])('%s, searched for %s', (text, query, shown) => {
    expect(marked(text, query)).toBe(shown);
  });

  test('and loses no sign', () => {
    for (const text of ['ｶﾞｰﾃﾞﾝ ー Ⅻ!', 'e\u0301te\u0301', '', 'ーーアーーア']) {
      expect(
        markWords(text, ['あ', 'が'])
          .map((piece) => piece.text)
          .join(''),
      ).toBe(text);
    }
  });
});
