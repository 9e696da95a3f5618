import type { MarkdownIt, StateBlock, StateInline, Token } from 'markdown-it';

/** Name of the tokens that carry an author's comment: nothing is rendered for them. */
export const commentToken = 'comment';
/** Name of the tokens that carry HTML which is not to be used: shown as text, and reported. */
export const htmlToken = 'refused_html';

/** Position where the comment that begins at `from` ends, or -1. `<!-->` is a whole comment (HTML, 13.1.6). */
function commentEnd(text: string, from: number): number {
  if (!text.startsWith('<!--', from)) return -1;
  const end = text.indexOf('-->', from + 2);
  return end < 0 ? -1 : end + 3;
}

const attribute = '\\s+[a-zA-Z_:][\\w:.-]*(?:\\s*=\\s*(?:[^\\s"\'=<>`]+|\'[^\']*\'|"[^"]*"))?';
/** Tags, also over several lines; declarations (`<!doctype html>`); instructions (`<?php … ?>`); CDATA. */
const html = new RegExp(
  `^(?:<[A-Za-z][A-Za-z0-9-]*(?:${attribute})*\\s*/?>|</[A-Za-z][A-Za-z0-9-]*\\s*>|<![A-Za-z][^>]*>|<\\?[\\s\\S]*?\\?>|<!\\[CDATA\\[[\\s\\S]*?\\]\\]>)`,
);

/** A comment or HTML inside a paragraph. Code is not searched, and neither is what follows a backslash. */
function htmlInline(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== '<') return false;
  const end = commentEnd(state.src, state.pos);
  const tag = end < 0 ? html.exec(state.src.slice(state.pos))?.[0] : undefined;
  if (end < 0 && tag === undefined) return false;
  const next = tag === undefined ? end : state.pos + tag.length;
  if (!silent) {
    const token = state.push(tag === undefined ? commentToken : htmlToken, '', 0);
    token.content = state.src.slice(state.pos, next);
  }
  state.pos = next;
  return true;
}

/** Lets the text behind a comment, in the comment's last line, be read as the next block. */
function goOnBehind(state: StateBlock, line: number, at: number): void {
  const rest = state.src.slice(at, state.eMarks[line]);
  const indent = rest.length - rest.trimStart().length;
  state.bMarks[line] = at;
  state.tShift[line] = indent;
  state.sCount[line] = indent;
  state.line = line;
}

/**
 * Comments that begin a block. They may hold empty lines, which would end a paragraph. Only with empty lines does a
 * comment end a paragraph; otherwise the paragraph leaves it out.
 */
function commentBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false;
  const from = (state.bMarks[startLine] ?? 0) + (state.tShift[startLine] ?? 0);
  let at = commentEnd(state.src, from);
  if (at < 0) return false;
  for (let next = at; next >= 0; ) {
    at = next;
    const blank = /^[ \t]*/.exec(state.src.slice(at, state.eMarks[startLine]))?.[0].length ?? 0;
    next = commentEnd(state.src, at + blank);
  }
  if (at > (state.eMarks[endLine - 1] ?? 0)) return false;
  let line = startLine;
  while ((state.eMarks[line] ?? 0) < at) line += 1;
  const holdsEmptyLine = /\n[ \t>]*\n/.test(state.src.slice(from, at));
  const isAlone = state.src.slice(at, state.eMarks[line]).trim() === '';
  if (!holdsEmptyLine && (silent || !isAlone)) return false;
  if (silent) return true;
  const token = state.push(commentToken, '', 0);
  token.block = true;
  token.map = [startLine, line + 1];
  if (isAlone) state.line = line + 1;
  else goOnBehind(state, line, at);
  return true;
}

/** Adds the rules for comments and HTML to a Markdown reader; reporting is the caller's business. */
export function readHtml(md: MarkdownIt): void {
  md.inline.ruler.before('html_inline', htmlToken, htmlInline);
  md.block.ruler.before('fence', commentToken, commentBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  });
  md.renderer.rules[commentToken] = () => '';
  md.renderer.rules[htmlToken] = (tokens, index) => md.utils.escapeHtml(tokens[index]?.content ?? '');
}

/** Removes a table row that holds nothing but comments, so that no empty row is left. */
export function dropCommentRows(tokens: Token[]): Token[] {
  const kept: Token[] = [];
  let row: Token[] | null = null;
  for (const token of tokens) {
    if (token.type === 'tr_open') row = [];
    if (row) row.push(token);
    else kept.push(token);
    if (token.type !== 'tr_close' || !row) continue;
    const words = row.flatMap((part) => part.children ?? []);
    const isOnlyComments =
      words.some(({ type }) => type === commentToken) &&
      words.every(({ type, content }) => type === commentToken || content.trim() === '');
    if (!isOnlyComments) kept.push(...row);
    row = null;
  }
  return kept;
}
