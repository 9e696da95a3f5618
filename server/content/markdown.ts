import MarkdownIt, { type MarkdownIt as Reader, type Token } from 'markdown-it';
import container from 'markdown-it-container';
import { typeset } from './formula.ts';
import { commentToken, dropCommentRows, htmlToken, readHtml } from './htmlRules.ts';
import { mathToken, readJapaneseEmphasis, readMath } from './mathRules.ts';
import type { ProblemList } from './problems.ts';
import { isProse } from './proseInMath.ts';
import { cleanHtml } from './sanitize.ts';

/**
 * `{漢字|かな}`. While Markdown is read the marks are private-use characters, because `|` would end a table's cell.
 */
const furigana = /\{([^{}|$\\\n]+)\|([ぁ-ゖァ-ヺー・\s]+)\}/g;
const marked = /\uE000([^\uE001]*)\uE001([^\uE002]*)\uE002/g;

const protectFurigana = (text: string) => text.replace(furigana, '\uE000$1\uE001$2\uE002');
const plainFurigana = (text: string) => text.replace(marked, '{$1|$2}');
const rubyOf = (html: string) => html.replace(marked, '<ruby>$1<rp>(</rp><rt>$2</rt><rp>)</rp></ruby>');

/**
 * Placeholder for a formula while the text around it is cleaned, because cleaning would remove the styles of a formula.
 */
const place = (number: number) => `\uE003${number}\uE004`;
const placed = /\uE003(\d+)\uE004/g;

function renderMath(token: Token, formulas: string[]): string {
  const result = typeset(plainFurigana(token.content), token.markup === '$$');
  if ('problem' in result) return '';
  const here = place(formulas.push(result.html) - 1);
  return token.block ? `<div class="math" tabindex="0">${here}</div>\n` : here;
}

/** What an author must not write in running text, and what to do instead. */
const noHtml = 'HTMLのタグは使えません。';
const mistakes: [RegExp, string][] = [
  [/<!--/, 'コメント「<!--」が同じ段落の「-->」で閉じられていません。'],
  [/^:{3,}/, '使える囲みは「:::answer」から「:::」までだけです。'],
  [/<\/?[a-zA-Z][^<>]*>|<!(?:[a-zA-Z]|\[CDATA)|<\?[a-zA-Z]/, noHtml],
  [
    /\$/,
    '「$」が閉じていません。記号として書くときは「\\$」としてください。数式なら、「$」の内側に空白を、閉じる「$」のすぐ後に数字を置かないでください。',
  ],
  [/\{[^{}]*\|[^{}]*\}/, 'ふりがなは {漢字|かな} の形で、読みはかなで書いてください。'],
];

function mathProblem({ content, markup }: Token): string | null {
  const latex = plainFurigana(content);
  if (latex.includes('<!--')) return '数式の中にコメントは書けません。数式の外に出してください。';
  if (isProse(latex))
    return '「$」から「$」までが文のようです。記号のドルは「\\$」、数式の中の言葉は \\text{…} で書いてください。';
  const result = typeset(latex, markup === '$$');
  return 'problem' in result ? result.problem : null;
}

function problemOf(token: Token): string | null {
  if (token.type === 'image') return '画像は使えません。';
  if (token.type === htmlToken) return noHtml;
  if (token.type === 'text') return mistakes.find(([pattern]) => pattern.test(token.content))?.[1] ?? null;
  return token.type === mathToken ? mathProblem(token) : null;
}

type Report = (line: number, message: string) => void;
const manyLines = [mathToken, htmlToken, commentToken];

function checkInline(block: Token, report: Report): void {
  let line = block.map?.[0] ?? 0;
  for (const token of block.children ?? []) {
    const problem = problemOf(token);
    if (problem) report(line, problem);
    if (token.type === 'softbreak' || token.type === 'hardbreak') line += 1;
    else if (manyLines.includes(token.type)) line += token.content.split('\n').length - 1;
  }
}

function checkAnswer(block: Token, lines: string[], report: Report): void {
  const [from, to] = block.map ?? [0, 0];
  if (lines[to]?.trim().startsWith(':::') || lines[to - 1]?.trim().startsWith(':::')) return;
  report(from, '「:::answer」が「:::」で閉じられていません。');
}

function check(tokens: Token[], lines: string[], report: Report): void {
  for (const token of tokens) {
    if (token.type === 'inline') checkInline(token, report);
    else if (token.type === 'container_answer_open') checkAnswer(token, lines, report);
    else {
      const problem = problemOf(token);
      if (problem) report(token.map?.[0] ?? 0, problem);
    }
  }
}

function createReader(): Reader {
  const md = new MarkdownIt({ html: false, linkify: false, breaks: false });
  readJapaneseEmphasis(md);
  readMath(md);
  readHtml(md);
  md.use(container, 'answer', {
    render: (tokens: Token[], index: number) =>
      tokens[index]?.nesting === 1
        ? '<details class="answer"><summary>答えを見る</summary><div>\n'
        : '</div></details>\n',
  });
  md.core.ruler.before('text_join', 'check', (state) => {
    check(state.tokens, state.src.split('\n'), state.env.report as Report);
    state.tokens = dropCommentRows(state.tokens);
  });
  md.renderer.rules[mathToken] = (tokens, index, _options, env) => {
    const token = tokens[index];
    return token ? renderMath(token, env?.formulas as string[]) : '';
  };
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  return md;
}

const reader = createReader();

/**
 * Renders Markdown of a lesson or notice as clean HTML: formulas typeset, `{漢字|かな}` as ruby, `:::answer` as a foldable
 * block. Reports every mistake with its line; `firstLine` is where the text begins in `file`.
 */
export function renderMarkdown(
  text: string,
  { file, firstLine, problems }: { file: string; firstLine: number; problems: ProblemList },
): string {
  const report: Report = (line, message) => problems.add(file, firstLine + line, message);
  const formulas: string[] = [];
  const clean = cleanHtml(rubyOf(reader.render(protectFurigana(text), { report, formulas })));
  return clean.replace(placed, (_, number: string) => formulas[Number(number)] ?? '');
}

/** The second-level headings of a Markdown text, in words, for a table of contents. */
export function headingsOf(text: string): string[] {
  const tokens = reader.parse(protectFurigana(text), { report: () => undefined });
  return tokens.flatMap((token, i) => {
    if (token.type !== 'heading_open' || token.tag !== 'h2') return [];
    const words = (tokens[i + 1]?.children ?? []).filter(({ type }) => type !== commentToken);
    const raw = words.map(({ type, content, markup }) =>
      type === mathToken ? markup + content + markup : content,
    );
    return [plainFurigana(raw.join('')).trim()];
  });
}
