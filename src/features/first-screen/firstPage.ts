import { isShell, loadedAfterPaint } from '#shared/lib/loading/afterPaint.ts';
import { escapeHtml } from './markup.ts';

/** The content of a stored screen. `owner`: id of the learner who may see it. */
export type FirstPage = { title: string; owner: string; markup: string; style: string };

const rootElement = '<div id="root"></div>';

const inlineScript = /<script>[\s\S]*?<\/script>\s*/g;

/** Matches the scripts that must run before the screen is painted: the colour scheme, and whose screen it is. */
const decides = /data-mantine-color-scheme|first-screen/;

/**
 * The other inline scripts of the shell move behind the screen, because nothing on it waits for them. Their text stays
 * unchanged, since the policy (CSP) allows only these exact scripts.
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
 * The stored screen is hidden until the script of index.html has approved it. React renders in the same place, hidden,
 * until it takes over.
 */
const rules =
  'html:not([data-first]) #first{display:none}#first~#root{position:absolute;inset:0 0 auto;visibility:hidden}';

/**
 * The first frame is painted only when the whole screen has been parsed. Each frame of a part of it, with fonts and
 * layout still to be found, costs a slow phone a tenth of a second. Browsers that do not know this link show the parts.
 */
const paintedWhole = '<link rel="expect" href="#root" blocking="render" />';

/**
 * The app's page with a stored screen in it. The policy (CSP), the head and the inline scripts stay those of the shell.
 * What the shell loads waits until the screen has been painted. The screen stays hidden until the script of index.html
 * has checked whose it is. `null`: this code was not written for this shell.
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

/**
 * The headers of the shell, without those that describe only its body. The policy (CSP) stays valid: the scripts are
 * the same.
 */
export function headersOf(shell: Headers): Headers {
  const headers = new Headers(shell);
  for (const name of ['content-encoding', 'content-length', 'etag', 'last-modified', 'vary'])
    headers.delete(name);
  headers.set('content-type', 'text/html; charset=utf-8');
  return headers;
}
