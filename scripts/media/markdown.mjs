// Markdown of the pack -> HTML: KaTeX for $…$ and $$…$$, {漢字|かんじ} as ruby, :::answer blocks.
import katex from 'katex';
import MarkdownIt from 'markdown-it';
import container from 'markdown-it-container';

const RUBY = /\{([^{}|$\\\n]+)\|([ぁ-ゖァ-ヺー・\s]+)\}/g;
const [OPEN, MIDDLE, CLOSE] = ['\uE000', '\uE001', '\uE002']; // survive Markdown untouched, tables included

/** Accessibility: one formula is one picture (and one element of a tagged PDF), labelled with its source. */
function renderMath(tex, displayMode, style = '') {
  const source = tex.trim();
  const html = katex.renderToString(style + source, {
    displayMode,
    throwOnError: true,
    strict: false,
    output: 'html',
  });
  const label = source.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
  return html
    .replace('<span class="katex">', `<span class="katex" role="img" aria-label="${label}">`)
    .replace(' aria-hidden="true"', '');
}

function mathInline(state, silent) {
  const { src, pos } = state;
  if (src[pos] !== '$') return false;
  const fence = src[pos + 1] === '$' ? '$$' : '$';
  const from = pos + fence.length;
  let end = src.indexOf(fence, from);
  while (end > 0 && src[end - 1] === '\\') end = src.indexOf(fence, end + 1);
  if (end <= from) return false;
  if (!silent) {
    const token = state.push('math', 'span', 0);
    token.content = src.slice(from, end);
    token.markup = fence;
  }
  state.pos = end + fence.length;
  return true;
}

function mathBlock(state, startLine, endLine, silent) {
  const lineText = (line) => state.src.slice(state.bMarks[line] + state.tShift[line], state.eMarks[line]);
  const first = lineText(startLine);
  if (!first.startsWith('$$')) return false;
  const lines = [first.slice(2)];
  let line = startLine;
  while (!lines.at(-1).includes('$$')) {
    line += 1;
    if (line >= endLine) return false;
    lines.push(lineText(line));
  }
  const [inside, after] = lines.at(-1).split('$$');
  if (after.trim() !== '') return false;
  if (silent) return true;
  lines[lines.length - 1] = inside;
  const token = state.push('math', 'div', 0);
  token.block = true;
  token.content = lines.join('\n');
  token.markup = '$$';
  state.line = line + 1;
  return true;
}

/** Keeps punctuation that may not begin a line with the formula before it. */
function keepPunctuation(state) {
  for (const block of state.tokens) {
    const children = block.children ?? [];
    children.forEach((token, i) => {
      const next = children[i + 1];
      const [marks] =
        (token.type === 'math' &&
          next?.type === 'text' &&
          /^[、。，．,.：；)）」』】！？]+/.exec(next.content)) ||
        [];
      if (!marks) return;
      token.meta = { after: marks };
      next.content = next.content.slice(marks.length);
    });
  }
}

/** Emphasis beside Japanese text: `**「語」**は` must be bold although punctuation is next to the asterisks. */
function relaxEmphasis(md) {
  const original = md.inline.State.prototype.scanDelims;
  md.inline.State.prototype.scanDelims = function scanDelims(start, canSplitWord) {
    const found = original.call(this, start, canSplitWord);
    if (this.src[start] !== '*') return found;
    const before = this.src[start - 1] ?? ' ';
    const after = this.src[start + found.length] ?? ' ';
    return { ...found, can_open: !/\s/.test(after), can_close: !/\s/.test(before) };
  };
}

function build() {
  const md = new MarkdownIt({ html: false, linkify: false, breaks: false });
  relaxEmphasis(md);
  md.inline.ruler.before('escape', 'math', mathInline);
  md.block.ruler.before('fence', 'math', mathBlock, { alt: ['paragraph', 'blockquote', 'list'] });
  md.core.ruler.push('keep_punctuation', keepPunctuation);
  md.renderer.rules.math = (tokens, index) => {
    const { content, markup, block, meta } = tokens[index];
    if (block) return `<div class="math">${renderMath(content, true)}</div>\n`;
    // fractions inside a sentence have the size of display formulas, as in printed Japanese textbooks
    const html = markup === '$$' ? renderMath(content, true) : renderMath(content, false, '\\displaystyle ');
    return `<span class="formula">${html}${meta?.after ?? ''}</span>`;
  };
  md.use(container, 'answer', {
    render: (tokens, index) => (tokens[index].nesting === 1 ? '<div class="answer">' : '</div>\n'),
  });
  return md;
}

const md = build();
const protectRuby = (text) => text.replace(RUBY, `${OPEN}$1${MIDDLE}$2${CLOSE}`);
const restoreRuby = (html) =>
  html.replace(/\uE000([^\uE001]*)\uE001([^\uE002]*)\uE002/g, '<ruby>$1<rt>$2</rt></ruby>');

export const renderMarkdown = (text) => restoreRuby(md.render(protectRuby(text)));
export const renderInline = (text) => restoreRuby(md.renderInline(protectRuby(text)));
export { renderMath };
