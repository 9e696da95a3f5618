import { describe, expect, it } from 'vitest';
import { renderMarkdown } from './markdown.ts';
import { ProblemList } from './problems.ts';

function render(text: string, firstLine = 1) {
  const problems = new ProblemList();
  return { html: renderMarkdown(text, { file: 'a.md', firstLine, problems }), problems: problems.lines() };
}

describe('renderMarkdown', () => {
  it('turns furigana into ruby, inside a table too', () => {
    expect(render('{変化|へんか}の割合').html).toContain(
      '<ruby>変化<rp>(</rp><rt>へんか</rt><rp>)</rp></ruby>の割合',
    );
    const table = render('| 語 |\n|---|\n| {傾き|かたむき} |').html;
    expect(table).toContain('<td><ruby>傾き<rp>(</rp><rt>かたむき</rt><rp>)</rp></ruby></td>');
  });

  it('typesets formulas for eye and ear, without the LaTeX source', () => {
    const { html, problems } = render('式は $y=\\frac{1}{2}x$ です。\n\n$$\n\\sqrt{2}\n$$');
    expect(problems).toEqual([]);
    expect(html).toContain('<mfrac>');
    expect(html).toContain('class="katex-html"');
    expect(html).toContain('<div class="math" tabindex="0"><span class="katex-display">');
    expect(html).toMatch(/<svg [^>]*viewBox="0 0 400000 1080"/);
    expect(html).toMatch(/style="height:[\d.]+em/);
    expect(html).not.toContain('annotation');
    expect(html).not.toContain('\\frac');
  });

  it('folds answers', () => {
    expect(render(':::answer\n**3**\n:::').html).toMatch(
      /<details class="answer"><summary>答えを見る<\/summary><div>\s*<p><strong>3<\/strong><\/p>\s*<\/div><\/details>/,
    );
  });

  it('makes words bold beside Japanese punctuation', () => {
    expect(render('**「傾き」**は大切').html).toContain('<strong>「傾き」</strong>は');
  });

  it('shows HTML as text and reports it', () => {
    const { html, problems } = render('安全\n<img src=x onerror=alert(1)>', 10);
    expect(html).not.toContain('<img');
    expect(problems).toEqual(['a.md:11: HTMLのタグは使えません。']);
  });

  it('keeps dangerous links out', () => {
    expect(render('[押す](javascript:alert(1))').html).not.toContain('href');
    expect(render('[外](https://example.com/)').html).toContain('rel="noopener noreferrer"');
  });

  it.each([
    ['a formula that cannot be typeset', 'あ\nい $\\frac{1$ う', 'a.md:2: 数式を組めません'],
    ['a display formula', 'あ\n\n$$\n\\badmacro\n$$', 'a.md:3: 数式を組めません'],
    ['Japanese in a formula', '$速さ=3$', 'a.md:1: 数式の中の日本語は'],
    ['an open dollar sign', '値段は $5 です', 'a.md:1: 「$」が閉じていません'],
    ['an unknown block', 'あ\n\n:::hint\n\nい', 'a.md:3: 使える囲みは'],
    ['an answer that is not closed', 'あ\n\n:::answer\n3', 'a.md:3: 「:::answer」が'],
    ['a picture', '![図](a.png)', 'a.md:1: 画像は使えません'],
    ['a reading that is not kana', '{傾き|slope}', 'a.md:1: ふりがなは'],
  ])('reports %s with its line', (_name, text, problem) => {
    expect(render(text).problems.join('\n')).toContain(problem);
  });

  it('finds nothing wrong with escaped dollars and code', () => {
    expect(render('\\$5 と `<p>` と `$x`').problems).toEqual([]);
  });
});
