import MarkdownIt, { type MarkdownIt as Reader, type Token } from 'markdown-it';
import container from 'markdown-it-container';
import { typeset } from './formula.ts';
import { mathToken, readJapaneseEmphasis, readMath } from './mathRules.ts';
import type { ProblemList } from './problems.ts';
import { cleanHtml } from './sanitize.ts';

/**
 * `{漢字|かな}`. While Markdown is read the marks are private-use characters, because `|` would end a table's cell.
 */
const furigana = /\{([^{}|$\\\n]+)\|([ぁ-ゖァ-ヺー・\s]+)\}/g;
const marked = /\uE000([^\uE001]*)\uE001([^\uE002]*)\uE002/g;

const protectFurigana = (text: string) => text.replace(furigana, '\uE000$1\uE001$2\uE002');
const plainFurigana = (text: string) => text.replace(marked, '{$1|$2}');
const rubyOf = (html: string) => html.replace(marked, '<ruby>$1<rp>(</rp><rt>$2</rt><rp>)</rp></ruby>');

function renderMath(token: Token): string {
  const result = typeset(plainFurigana(token.content), token.markup === '$$');
  if ('problem' in result) return '';
  return token.block ? `<div class="math" tabindex="0">${result.html}</div>\n` : result.html;
}

/** What an author must not write in running text, and what to do instead. */
const mistakes: [RegExp, string][] = [
  [/^:{3,}/, '使える囲みは「:::answer」から「:::」までだけです。'],
  [/<\/?[a-zA-Z][^<>]*>/, 'HTMLのタグは使えません。'],
  [/\$/, '「$」が閉じていません。記号として書くときは「\\$」としてください。'],
  [/\{[^{}]*\|[^{}]*\}/, 'ふりがなは {漢字|かな} の形で、読みはかなで書いてください。'],
];

function problemOf(token: Token): string | null {
  if (token.type === 'image') return '画像は使えません。';
  if (token.type === 'text') return mistakes.find(([pattern]) => pattern.test(token.content))?.[1] ?? null;
  if (token.type !== mathToken) return null;
  const result = typeset(plainFurigana(token.content), token.markup === '$$');
  return 'problem' in result ? result.problem : null;
}

type Report = (line: number, message: string) => void;

function checkInline(block: Token, report: Report): void {
  let line = block.map?.[0] ?? 0;
  for (const token of block.children ?? []) {
    const problem = problemOf(token);
    if (problem) report(line, problem);
    if (token.type === 'softbreak' || token.type === 'hardbreak') line += 1;
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
  md.use(container, 'answer', {
    render: (tokens: Token[], index: number) =>
      tokens[index]?.nesting === 1
        ? '<details class="answer"><summary>答えを見る</summary><div>\n'
        : '</div></details>\n',
  });
  md.core.ruler.before('text_join', 'check', ({ tokens, src, env }) => {
    check(tokens, src.split('\n'), env.report as Report);
  });
  md.renderer.rules[mathToken] = (tokens, index) => {
    const token = tokens[index];
    return token ? renderMath(token) : '';
  };
  md.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  return md;
}

const reader = createReader();

/**
 * Markdown of a lesson or notice as clean HTML: formulas typeset, `{漢字|かな}` as ruby, `:::answer` as a foldable
 * block. Everything that is wrong is reported with its line; `firstLine` is where the text begins in `file`.
 */
export function renderMarkdown(
  text: string,
  { file, firstLine, problems }: { file: string; firstLine: number; problems: ProblemList },
): string {
  const report: Report = (line, message) => problems.add(file, firstLine + line, message);
  return cleanHtml(rubyOf(reader.render(protectFurigana(text), { report })));
}
