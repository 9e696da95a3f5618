import { expect, it } from 'vitest';
import { plainOf } from './plainOf.ts';

it('row 25: a text that cannot be drawn is still read: words, lines, pictures, formulas once', () => {
  expect(plainOf('<p>次の&lt;文&gt;は、<strong>A &amp; B</strong>です。</p>\n<p>1行<br>2行</p>')).toBe(
    '次の<文>は、A & Bです。\n1行\n2行',
  );
  expect(plainOf('<p>図 <img data-file="a.webp" alt="三角形 ABC"> を見る</p>')).toBe('図 三角形 ABC を見る');
  const formula =
    '<p>式 <span class="katex"><span class="katex-mathml"><math><semantics><mrow><mi>x</mi></mrow>' +
    '<annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>' +
    '<span class="katex-html" aria-hidden="true"><span class="base"><span>x</span><span>2</span></span></span></span> の値</p>';
  expect(plainOf(formula)).toBe('式 x^2 の値');
  expect(plainOf('&#x9ad9;&#39640;&unknown;')).toBe('髙高&unknown;');
  expect(plainOf('')).toBe('');
});
