import { describe, expect, it } from 'vitest';
import { headingsOf, renderMarkdown } from './markdown.ts';
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

describe('comments of authors', () => {
  it.each([
    ['in a line', '前<!-- 先生用のメモ -->後', '前後'],
    ['that is a block', '<!-- 先生用のメモ -->\n\n本文', '<p>本文</p>'],
    ['over several lines with empty ones', '<!-- 先生用の\n\nメモ $5 -->\n\n本文', '<p>本文</p>'],
    ['with text behind them', '<!-- 先生用の\n\nメモ --> 本文', '<p>本文</p>'],
    ['that interrupt a paragraph', '前\n<!-- 先生用の\n\nメモ -->\n後', '<p>前</p>\n<p>後</p>'],
    ['two in a row', '<!-- 先生用の --> <!-- メモ -->\n\n本文', '<p>本文</p>'],
    ['in a list', '- あ\n  <!-- 先生用の\n\n  メモ -->\n- い', '<li>い</li>'],
    ['in a quotation', '> あ <!-- 先生用の\n> メモ -->い', 'あ い'],
    ['in a heading', '## 見出し <!-- メモ -->', '<h2>見出し </h2>'],
    ['in a table', '| a |\n|---|\n| b <!-- メモ --> |', '<td>b </td>'],
    ['empty ones', '前<!---->中<!-->後', '前中後'],
    ['with a tag inside', '前<!-- <b>先生用</b> メモ -->後', '前後'],
  ])('are left out: %s', (_name, text, shown) => {
    const { html, problems } = render(text);
    expect(problems).toEqual([]);
    expect(html).toContain(shown);
    expect(html).not.toMatch(/先生用|メモ|!--|--&gt;/);
  });

  it('leave no empty row in a table', () => {
    expect(render('| a |\n|---|\n| b |\n<!-- メモ -->\n| c |').html.match(/<tr>/g)).toHaveLength(3);
  });

  it.each(['`<!-- a -->`', '```\n<!-- a -->\n```', '    <!-- a -->', '\\<!-- a -->'])(
    'stay where they are shown as code or on purpose: %j',
    (text) => {
      const { html, problems } = render(text);
      expect(problems).toEqual([]);
      expect(html).toContain('&lt;!-- a --&gt;');
    },
  );

  it('are no headings of a page, and leave none', () => {
    expect(headingsOf('## 第1条 <!-- 要確認 -->\n\n<!--\n\n## 内緒\n\n-->\n\n## $x$ と**式**')).toEqual([
      '第1条',
      '$x$ と式',
    ]);
  });

  it.each([
    ['a comment that is not closed', 'あ\n\n<!-- メモ\n\nい', 'a.md:3: コメント「<!--」が'],
    ['a comment that a paragraph ends', 'あ <!-- メモ\n\nい -->', 'a.md:1: コメント「<!--」が'],
    ['a comment in a formula', '$$\nx <!-- y -->\n$$', 'a.md:1: 数式の中にコメントは'],
    ['a doctype', 'あ\n\n<!doctype html>', 'a.md:3: HTMLのタグは使えません。'],
    ['an instruction', 'あ <?php echo 1; ?> い', 'a.md:1: HTMLのタグは使えません。'],
    ['CDATA', 'あ <![CDATA[ x ]]> い', 'a.md:1: HTMLのタグは使えません。'],
    ['CDATA that is not closed', 'あ <![CDATA[ x', 'a.md:1: HTMLのタグは使えません。'],
    ['a tag over two lines', 'あ\n<div\nclass="x">い', 'a.md:2: HTMLのタグは使えません。'],
    ['a tag around emphasis', 'あ <b title="*c*">い', 'a.md:1: HTMLのタグは使えません。'],
    ['a mistake behind a long comment', '<!-- a\n\nb -->\n\n{傾き|slope}', 'a.md:5: ふりがなは'],
    ['a mistake behind a comment in its paragraph', 'あ <!-- a\nb -->\n{傾き|slope}', 'a.md:3: ふりがなは'],
  ])('are told of with their line: %s', (_name, text, problem) => {
    expect(render(text).problems.join('\n')).toContain(problem);
  });
});

describe('dollar signs', () => {
  it.each([
    ['The ticket costs $5 and the book costs $10.'],
    ['It is $5, not 10$ as I said.'],
    ['From $5-$10 a day'],
    ['$5 or `x$`'],
    ['a $ b $ c'],
    ['a $ b$ c'],
    ['a $b $ c'],
    ['$x$2 個'],
    ['price: $$5 and $$10'],
    ['| price |\n|---|\n| $5 and $10 |'],
    ['- costs $5 per kg$'],
    ['## From $5 to $10'],
  ])('are no formula in %j, and it is told', (text) => {
    const { html, problems } = render(text);
    expect(problems.join('\n')).toMatch(/「\$」が閉じていません|文のようです/);
    expect(problems.join('\n')).toContain('「\\$」');
    if (!/文のよう/.test(problems.join())) expect(html).not.toContain('katex');
  });

  it.each([
    ['$x$'],
    ['値は$x$です'],
    ['$\\triangle ABC \\equiv \\triangle DEF$'],
    ['$AB CD$'],
    ['$f(x) = 1 \\quad \\text{if it is so}$'],
    ['$\\sin x \\cos y$'],
    ['$$x = 1$$'],
    ['$$ x = 1 $$'],
    ['$a\\\\$'],
    ['$1$、$2$'],
    ['| $x$ | $5$ |\n|---|---|\n| $|x$ | $y$ |'.replace('|x', '\\vert x')],
    ['- $x_1$\n- $x_2$'],
    ['## $y=ax^2$'],
    ['$3\\,\\mathrm{cm}$'],
  ])('are a formula in %j', (text) => {
    const { html, problems } = render(text);
    expect(problems).toEqual([]);
    expect(html).toContain('katex');
  });

  it('are prices after a backslash', () => {
    const { html, problems } = render('\\$5 and \\$10, | \\$x\\$ |');
    expect(problems).toEqual([]);
    expect(html).toContain('$5 and $10');
  });
});
