/** Commands whose braces hold words or names and no mathematics. */
const worded =
  /\\(?:text\w*|math(?:rm|it|bf|sf|tt|normal)|operatorname\*?|[mhf]box|tag\*?|label|begin|end|color|textcolor|ce|pu)\s*\{[^{}]*\}/g;
const little = 'an|and|are|at|but|by|costs?|each|for|from|if|in|is|not|of|on|or|per|than|the|to|was|with';
const signs = [
  /`/,
  new RegExp(`(?:^|[\\s,.;])(?:${little})(?=[\\s,.;])`),
  /^\s*\d[\d,.]*\s+[a-z]{2,}(?![a-z])/i,
];

/**
 * Whether the text between two dollar signs reads like a sentence: then they are most likely two prices. Words of Latin
 * letters side by side mean nothing in mathematics; names of points (`AB CD`) are capitals.
 */
export function isProse(latex: string): boolean {
  const bare = latex.replaceAll(worded, '·').replaceAll(/\\[A-Za-z]+/g, '·');
  if (signs.some((sign) => sign.test(bare))) return true;
  return [...bare.matchAll(/(?=(?<![A-Za-z])([A-Za-z]{2,})\s+([A-Za-z]{2,})(?![A-Za-z]))/g)].some(
    ([, one = '', other = '']) => /[a-z]/.test(one + other),
  );
}
