import Beasties from 'beasties';
import { withoutUnasked } from '#features/first-screen/usedRules.ts';

/** Rules for what a script sets on the root element before the first paint (index.html); the markup does not show it. */
const setBefore = [/data-mantine-color-scheme/, /data-font-scale/, /data-furigana/];

/**
 * What lies below the window of a page that was opened is styled and laid out when it comes near: half the work of the
 * first paint, on a slow phone a fifth of a second, and as much again for what comes later. Pages gone to from there are
 * laid out whole, because places to scroll back to count from their tops (app/router.tsx sets the mark). Only a height
 * is guessed, a guessed width can be more than the window has, and only that of whole sections, not of parts of them.
 *
 * Pages say by `data-below` what else is further down: always, or `phone`, in a narrow window; and by `--below` about how
 * high it is. The ring around what has the focus is let out by the margin.
 */
const alwaysBelow = ':is(main section~:not(section *),[data-below=""],footer)';
const below = `html:not([data-left]) :is(${alwaysBelow},[data-below]){content-visibility:auto;contain-intrinsic-block-size:auto var(--below,40rem);overflow-clip-margin:1rem}
html[data-painting] ${alwaysBelow}{content-visibility:hidden}
@media (max-width:37.49em){html[data-painting] [data-below]{content-visibility:hidden}}`;

const sheet = /\s*<link rel="stylesheet"[^>]*>/g;
const style = /<style>([\s\S]*?)<\/style>/g;

function stylesIn(html: string): string[] {
  return [...html.matchAll(style)].map(([, rules = '']) => rules);
}

/**
 * The page with the rules that its markup needs in its head, and its style files at its end, so that nothing is waited
 * for before the first paint (performance.md 3). The files come all the same: what scripts add to the page needs the
 * rest.
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
    allowRules: setBefore,
    fonts: false,
    reduceInlineStyles: false,
    mergeStylesheets: false,
    logLevel: 'silent',
  });
  // Only its choice of rules is taken: the page stays the one that React has written, letter by letter.
  const own = new Set(stylesIn(html));
  const critical = stylesIn(await beasties.process(html)).filter((rules) => !own.has(rules));
  // A theme has hundreds of values; the files bring the rest of them too.
  const rules = withoutUnasked(critical.join(''), html);
  const page = html
    .replaceAll(sheet, '')
    .replace('</head>', () => `<style>${rules}${below}</style></head>`)
    .replace('</body>', () => `${sheets.join('')}</body>`);
  return { page, sheets };
}
