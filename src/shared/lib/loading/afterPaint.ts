/** The build writes style sheets into a shell like this. */
const sheet = '<link rel="stylesheet"';
const preload = '<link rel="modulepreload"';
/** Name and icon of an installed app; loading it costs a slow phone 20 ms. */
const manifest = '<link rel="manifest"';
const app = /<script type="module"( crossorigin)? src="([^"]+)"><\/script>/;

/** Whether this is a page of the app: it contains style and script tags as the build writes them. */
export function isShell(html: string): boolean {
  return html.includes(sheet) && html.includes('</head>') && app.test(html);
}

/**
 * Delays style files, scripts and manifest of a page until it has been painted; the page is complete without them. The
 * script of index.html then adds them and runs the modules in their order, the app last. `behind` is fetched with them,
 * and runs when a module imports it.
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
