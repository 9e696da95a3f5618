import { isShell, loadedAfterPaint } from '#shared/lib/loading/afterPaint.ts';
import { escapeHtml } from './markup.ts';

/** What a stored screen is made of. `owner`: id of the learner who may see it. */
export type FirstPage = { title: string; owner: string; markup: string; style: string };

const rootElement = '<div id="root"></div>';

const inlineScript = /<script>[\s\S]*?<\/script>\s*/g;

/** What must be known before the screen is painted: in which colours, and whose it is. */
const decides = /data-mantine-color-scheme|first-screen/;

/**
 * The other scripts of the shell stand behind the screen, letter by letter as the policy knows them: nothing on it waits
 * for them.
 */
function scriptsBehind(page: string): { head: string; behind: string } {
  const behind: string[] = [];
  const head = page.replaceAll(inlineScript, (script) => {
    if (decides.test(script)) return script;
    behind.push(script);
    return '';
  });
  return { head, behind: behind.join('') };
}

/**
 * The screen is not seen before the script of index.html has said so. React works out of sight, on the same place, until
 * it takes over.
 */
const rules =
  'html:not([data-first]) #first{display:none}#first~#root{position:absolute;inset:0 0 auto;visibility:hidden}';

/**
 * The first frame comes when the screen is there to its end: each frame of a part of it, with its fonts and its places
 * still to be found, takes a slow phone a tenth of a second (browsers that do not know this show the parts).
 */
const paintedWhole = '<link rel="expect" href="#root" blocking="render" />';

/**
 * The page of the app with a screen in it. Policy, head and inline scripts stay those of the shell; what the shell
 * loads waits until the screen has been painted, and the screen stays hidden until the script of index.html has seen
 * whose it is. `null`: the shell is not the one this was written for.
 */
export function firstPage(shell: string, { title, owner, markup, style }: FirstPage): string | null {
  if (![rootElement, '<title>'].every((part) => shell.includes(part)) || !isShell(shell)) return null;
  const mark = `<meta name="first-screen" content="${escapeHtml(owner)}" />`;
  const screen = `<div id="first">${markup}</div>`;
  const { head, behind } = scriptsBehind(loadedAfterPaint(shell));
  return head
    .replace(/<title>[^<]*<\/title>/, () => `${mark}<title>${escapeHtml(title)}</title>`)
    .replace('</head>', () => `<style data-first="">${style}\n${rules}</style>${paintedWhole}</head>`)
    .replace(rootElement, () => screen + rootElement + behind);
}

/** Headers of the shell without what speaks of its body alone. The policy stays: the scripts are the same. */
export function headersOf(shell: Headers): Headers {
  const headers = new Headers(shell);
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified', 'vary'])
    headers.delete(name);
  headers.set('content-type', 'text/html; charset=utf-8');
  return headers;
}
