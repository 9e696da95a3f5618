/** Elements without an end tag. */
const empty = new Set(['br', 'hr', 'img', 'path', 'line', 'wbr', 'use']);
/** Elements that begin a new line. */
const lines = new Set(['p', 'div', 'br', 'li', 'tr', 'table', 'ul', 'ol', 'h3', 'h4', 'blockquote', 'pre']);
const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]+|#\d+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return named[name] ?? whole;
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

/**
 * The plain text of an HTML text of the paper, made without the browser's HTML parser, for use after that has failed
 * (row 25). Formulas appear as their source, pictures as their description.
 */
export function plainOf(html: string): string {
  const words: string[] = [];
  // Of a formula only its source counts: the formula itself is rendered twice, for the eyes and for screen readers.
  const silent: { name: string; isSilent: boolean }[] = [];
  for (const [part, end, name = '', rest = ''] of html.matchAll(/<(\/?)([a-z][\w-]*)([^>]*)>|[^<]+/gi)) {
    const tag = name.toLowerCase();
    const isSilent = silent.at(-1)?.isSilent ?? false;
    if (tag === '') {
      if (!isSilent) words.push(decoded(part));
      continue;
    }
    if (lines.has(tag)) words.push('\n');
    if (tag === 'img' && !isSilent) words.push(decoded(/\balt="([^"]*)"/.exec(rest)?.[1] ?? ''));
    if (end) {
      const at = silent.findLastIndex((one) => one.name === tag);
      if (at >= 0) silent.length = at;
    } else if (!empty.has(tag) && !rest.endsWith('/')) {
      const isHidden = tag === 'math' || rest.includes('aria-hidden="true"');
      silent.push({ name: tag, isSilent: tag === 'annotation' ? false : isSilent || isHidden });
    }
  }
  return words
    .join('')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim();
}
