import { describe, expect, it } from 'vitest';
import { typeset } from './formula.ts';
import { renderMarkdown } from './markdown.ts';
import { ProblemList } from './problems.ts';
import { cleanFormula, cleanHtml } from './sanitize.ts';

/** What KaTeX can do that needs more than letters in a row, by the chapters of its list of functions. */
const supported = {
  accents: String.raw`\widehat{abc}\widetilde{AAA}\widecheck{ab}\vec{a}\overrightarrow{AB}\overline{AB}\utilde{AB}\overgroup{AB}\underlinesegment{AB}\ddddot{x}`,
  delimiters: String.raw`\left\{\begin{matrix}a\\b\\c\\d\\e\\f\end{matrix}\right.\Bigg\langle x\bigg|`,
  environments: String.raw`\begin{pmatrix}a&b\\c&d\end{pmatrix}\begin{cases}a&b\\c&d\end{cases}\begin{smallmatrix}a\end{smallmatrix}`,
  lines: String.raw`\begin{array}{c|c||c:c}a&b&c&d\\\hline\hline e&f&g&h\\\hdashline i&j&k&l\end{array}`,
  spacing: String.raw`\begin{matrix}a\\[1em]b\\[-0.2em]c\end{matrix}\kern-1em\hskip2em\quad\newline x`,
  diagrams: String.raw`\begin{CD}A@>a>>B\\@VbVV@AAcA\\C@=D\end{CD}`,
  aligned: String.raw`\begin{aligned}a&=b\\[2ex]c&=d\end{aligned}\begin{gathered}a\\b\end{gathered}`,
  frames: String.raw`\boxed{x}\fbox{a}\fcolorbox{red}{yellow}{x}\fcolorbox{#f00}{#ff0}{x}\colorbox{aqua}{x}\phase{-78^\circ}\angl{n}`,
  cancelled: String.raw`\cancel{5}\bcancel{5}\xcancel{ABC}\sout{abc}\not=`,
  rules: String.raw`\rule{1em}{2em}\rule[-1em]{1em}{2em}\raisebox{0.5em}{x}\vcenter{\frac12}\smash{y}\llap{a}\clap{b}`,
  braces: String.raw`\underbrace{abc}_{x}\overbrace{abc}^{x}\xrightarrow[abc]{def}\xrightleftharpoons{a}`,
  roots: String.raw`\sqrt{\frac{\frac{\frac{1}{2}}{3}}{4}}\sqrt[3]{\begin{matrix}a\\b\\c\\d\\e\\f\\g\\h\end{matrix}}`,
  fractions: String.raw`\genfrac(]{2pt}{1}{a}{b}\cfrac{a}{b}\binom ab{a\above{2pt}b}{a\brace b}`,
  operators: String.raw`\int_a^b\oiint\sum\limits_{a}^{b}\operatorname*{argmax}_x\prod_{\substack{a\\b}}`,
  sizes: String.raw`\tiny a\Huge b\large c\scriptstyle d`,
  colours: String.raw`\color{blue}x\textcolor{#ff0000}{y}\textcolor{rebeccapurple}z`,
  fonts: String.raw`\pmb{x}\bm{x}\mathbb{R}\mathcal{A}\mathfrak{A}\mathtt{A}\text{日本語 \textbf{a}\texttt{c} $x$}\verb|a b|`,
  logos: String.raw`\KaTeX\LaTeX\textcircled{a}\imageof\minuso\reflectbox{R}`,
  tags: String.raw`x\tag{1}`,
};

describe('a formula', () => {
  it.each(Object.entries(supported))('reaches the page whole: %s', (_name, latex) => {
    expect(typeset(latex, true)).toHaveProperty('html');
  });

  it.each([
    ['\\fcolorbox{red}{yellow}{x}', 'border:0.04em solid red'],
    ['\\pmb{x}', 'text-shadow:0.02em 0.01em 0.04px'],
    ['\\widehat{f}', 'calc(100% - '],
    ['\\begin{array}{c|c}a&b\\end{array}', 'margin:0 -0.02em'],
    ['\\rule[1em]{1em}{2em}', 'bottom:1em'],
    ['\\Huge x', 'mathsize="2.488em"'],
    ['x\\\\[1em]y', 'margin-top:1em'],
  ])('%s keeps %s', (latex, style) => {
    const result = typeset(latex, true);
    expect('html' in result ? result.html : result.problem).toContain(style);
  });

  it.each([
    '\\href{https://example.com}{x}',
    '\\includegraphics{a.png}',
    '\\htmlStyle{color:red}{x}',
    '\\url{a}',
  ])('%s is told, not set in red', (latex) => {
    expect(typeset(latex, false)).toEqual({ problem: '数式の中にリンク、画像、HTMLの命令は使えません。' });
  });

  it('is told where something of it would be lost', () => {
    expect(cleanFormula('<span class="katex" style="height:1em;filter:blur(3px);">x</span>').isWhole).toBe(
      false,
    );
    expect(cleanFormula('<span class="katex"><img src="x">x</span>').isWhole).toBe(false);
    expect(cleanFormula('<span class="katex" style="height:1em;">x</span>').isWhole).toBe(true);
  });

  it('lends its styles to nothing around it', () => {
    expect(
      cleanHtml('<span style="border:1em solid red;text-shadow:0.02em 0.01em 0.04px;margin:0 -1em">x</span>'),
    ).toBe('<span>x</span>');
    const problems = new ProblemList();
    const place = { file: 'a.md', firstLine: 1, problems };
    const html = renderMarkdown(
      '| $\\pmb{x}$ | `style="margin:0"` |\n|---|---|\n| **$\\fcolorbox{red}{blue}{y}$** | b |',
      place,
    );
    expect(problems.lines()).toEqual([]);
    expect(html).toContain('text-shadow');
    expect(html).toContain('<strong><span class="katex">');
    expect(html).toContain('border:0.04em solid red');
  });
});
