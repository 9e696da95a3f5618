import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

/** Name of the tokens that carry a formula: `content` is LaTeX, `markup` `$` or `$$`, `block` whether it stands alone. */
export const mathToken = 'math';

/** Position of the next fence that no backslash escapes, or -1. Two backslashes are a line break of LaTeX. */
function nextFence(text: string, fence: string, from: number): number {
  let at = text.indexOf(fence, from);
  while (at >= 0 && (/\\*$/.exec(text.slice(from, at))?.[0].length ?? 0) % 2 === 1)
    at = text.indexOf(fence, at + 1);
  return at;
}

/**
 * Whether two single dollar signs hold a formula: no blank inside of either, no digit behind the second one (the rule of
 * Pandoc). 「$5 and $10」 are prices.
 */
function areFences(text: string, from: number, end: number): boolean {
  const isOpen = !/\s/.test(text[from] ?? ' ');
  return isOpen && !/\s/.test(text[end - 1] ?? ' ') && !/\d/.test(text[end + 1] ?? '');
}

/** `$…$` and `$$…$$` inside a line. `\$` is a plain dollar sign. */
function mathInline(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '$') return false;
  const fence = state.src[state.pos + 1] === '$' ? '$$' : '$';
  const from = state.pos + fence.length;
  const end = nextFence(state.src, fence, from);
  if (end <= from) return false;
  if (fence === '$' && !areFences(state.src, from, end)) return false;
  if (!silent) {
    const token = state.push(mathToken, '', 0);
    token.content = state.src.slice(from, end);
    token.markup = fence;
  }
  state.pos = end + fence.length;
  return true;
}

/** A formula in lines of its own: `$$` at the beginning of a line to `$$` at the end of the same or a later one. */
function mathBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  const textOf = (line: number) =>
    state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd();
  if (!textOf(startLine).startsWith('$$')) return false;
  const lines = [textOf(startLine).slice(2)];
  let line = startLine;
  while (!lines.at(-1)?.includes('$$')) {
    line += 1;
    if (line >= endLine) return false;
    lines.push(textOf(line));
  }
  const last = lines.pop() ?? '';
  if (!last.endsWith('$$') || last.indexOf('$$') !== last.length - 2) return false;
  if (silent) return true;
  const token = state.push(mathToken, '', 0);
  token.block = true;
  token.content = [...lines, last.slice(0, -2)].join('\n');
  token.markup = '$$';
  token.map = [startLine, line + 1];
  state.line = line + 1;
  return true;
}

/** Adds formulas to a Markdown reader; what becomes of them is the renderer's business. */
export function readMath(md: MarkdownIt): void {
  md.inline.ruler.before('escape', mathToken, mathInline);
  md.block.ruler.before('fence', mathToken, mathBlock, { alt: ['paragraph', 'blockquote', 'list'] });
}

/**
 * Emphasis beside Japanese text: `**「語」**は` is bold although punctuation touches the marks. CommonMark's rule
 * needs spaces between words, which Japanese does not have.
 */
export function readJapaneseEmphasis(md: MarkdownIt): void {
  md.inline.State = class extends md.inline.State {
    override scanDelims(start: number, canSplitWord: boolean) {
      const found = super.scanDelims(start, canSplitWord);
      if (this.src[start] !== '*') return found;
      const before = this.src[start - 1] ?? ' ';
      const after = this.src[start + found.length] ?? ' ';
      return { ...found, can_open: !/\s/.test(after), can_close: !/\s/.test(before) };
    }
  };
}
