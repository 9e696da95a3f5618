import Beasties from 'beasties';
import { withoutUnasked } from '#features/first-screen/usedRules.ts';

/**
 * Rules for attributes that a script sets on the root element before the first paint (index.html). The markup does not
 * contain them, so these rules must be allowed explicitly.
 */
const setBefore = [/data-mantine-color-scheme/, /data-font-scale/, /data-furigana/];

/**
 * On the page that was opened, content below the window is styled and laid out only when it comes near. This saves half
 * the work of the first paint, a fifth of a second on a slow phone, and as much again for later content. Pages opened
 * from there are laid out completely, because stored scroll positions count from the top of the page (app/router.tsx
 * sets the mark). Only a height is estimated, because an estimated width could be larger than the window. It is
 * estimated only for whole sections, not for parts of them.
 *
 * Pages mark other content further down by `data-below`: always, or `phone` for a narrow window. `--below` gives its
 * approximate height. The margin leaves room for the focus ring.
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
 * Puts the rules that the page's markup needs into its head, and the style files at its end, so that nothing blocks the
 * first paint (performance.md 3). The files are still loaded, because content added by scripts needs the other rules.
 *
 * @param folder the folder of the build with the files.
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
  // Only its selection of rules is used: the markup stays exactly as React has written it.
  const own = new Set(stylesIn(html));
  const critical = stylesIn(await beasties.process(html)).filter((rules) => !own.has(rules));
  // A theme has hundreds of custom properties; the files contain the unused ones, too.
  const rules = withoutUnasked(critical.join(''), html);
  const page = html
    .replaceAll(sheet, '')
    .replace('</head>', () => `<style>${rules}${below}</style></head>`)
    .replace('</body>', () => `${sheets.join('')}</body>`);
  return { page, sheets };
}
