import Beasties from 'beasties';

/** Rules for what a script sets on the root element before the first paint (index.html); the markup does not show it. */
const always = [/data-mantine-color-scheme/, /data-font-scale/, /data-furigana/];

/**
 * What lies below the window of a page that was opened is styled and laid out when it comes near: half the work of the
 * first paint, on a slow phone a fifth of a second, and as much again for what comes later. Pages gone to from there are
 * laid out whole, because places to scroll back to count from their tops (app/router.tsx sets the mark). Only a height
 * is guessed, a guessed width can be more than the window has, and only that of whole sections, not of parts of them.
 */
const parts = ':is(main section~:not(section *),footer)';
const below = `html:not([data-left]) ${parts}{content-visibility:auto;contain-intrinsic-block-size:auto 40rem}
html[data-painting] ${parts}{content-visibility:hidden}`;

const sheet = /\s*<link rel="stylesheet"[^>]*>/g;
const style = /<style>([\s\S]*?)<\/style>/g;

function stylesIn(html: string): string[] {
  return [...html.matchAll(style)].map(([, rules = '']) => rules);
}

/**
 * The page with the rules that its markup needs in its head, and its style files at its end, so that nothing is waited
 * for before the first paint (design.md 9). The files come all the same: what scripts add to the page needs the rest.
 *
 * @param folder the build's, where the files lie.
 * @returns the page, and the links to its files.
 */
export async function withCriticalStyle(
  html: string,
  folder: string,
): Promise<{ page: string; sheets: string[] }> {
  const sheets = (html.match(sheet) ?? []).map((link) => link.trim());
  const beasties = new Beasties({
    path: folder,
    publicPath: '/',
    preload: 'body',
    allowRules: always,
    fonts: false,
    reduceInlineStyles: false,
    mergeStylesheets: false,
    logLevel: 'silent',
  });
  // Only its choice of rules is taken: the page stays the one that React has written, letter by letter.
  const own = new Set(stylesIn(html));
  const critical = stylesIn(await beasties.process(html)).filter((rules) => !own.has(rules));
  const page = html
    .replaceAll(sheet, '')
    .replace('</head>', () => `<style>${critical.join('')}${below}</style></head>`)
    .replace('</body>', () => `${sheets.join('')}</body>`);
  return { page, sheets };
}
