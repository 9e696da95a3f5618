/** What a shell loads, as the build writes it. */
const sheet = '<link rel="stylesheet"';
const preload = '<link rel="modulepreload"';
/** What an installed app is called and looks like; asking for it takes a slow phone 20 ms. */
const manifest = '<link rel="manifest"';
const app = /<script type="module"( crossorigin)? src="([^"]+)"><\/script>/;

/** Whether this is a page of the app, which names its style and its script as the build does. */
export function isShell(html: string): boolean {
  return html.includes(sheet) && html.includes('</head>') && app.test(html);
}

/**
 * A page that is whole without what it loads: style files, scripts and manifest wait until it has been painted. The
 * script of index.html then brings them and runs the modules in their order, the app last; `behind` is fetched with
 * them, and run by whoever imports it.
 */
export function loadedAfterPaint(shell: string, behind: readonly string[] = []): string {
  const [script = '', crossorigin = '', address] = shell.match(app) ?? [];
  const modules = behind.map((href) => `<link data-first="modulepreload" crossorigin href="${href}">`);
  return shell
    .replace(script, '')
    .replaceAll(sheet, '<link data-first="stylesheet"')
    .replaceAll(preload, '<link data-first="modulepreload"')
    .replace(manifest, '<link data-first="manifest"')
    .replace(
      '</head>',
      () => `<link data-first="app"${crossorigin} href="${address}">${modules.join('')}</head>`,
    );
}
