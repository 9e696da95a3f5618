// Writes the public pages that can be read before any script into a build: the page of the app with the rendered markup
// in it, and a head that says what the page is (performance.md "How" 1; issue A.1).
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type { MadePage } from '../src/app/prerender.tsx';
import { type BuiltPage, builtFile, builtPages } from '../src/shared/lib/builtPages.ts';
import { shareFile, shareSize } from './shareFile.ts';
import { type Chunk, readBuild } from './tiers.ts';

type Files = { styles: string[]; scripts: string[] };

const root = join(import.meta.dirname, '..');
const rootElement = '<div id="root"></div>';
const productName = 'コノマナビ';

/** The address of the site, for links that must be whole (VITE_SITE_URL); without one they are relative. */
const site = (process.env.VITE_SITE_URL ?? '').replace(/\/+$/, '');

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('"', '&quot;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

/** What the thread does: every page in turn. */
const work = `
  const { parentPort, workerData } = require('node:worker_threads');
  import(workerData.renderer).then(async ({ makePage }) => {
    const pages = [];
    for (const name of workerData.names) pages.push([name, await makePage(name)]);
    parentPort.postMessage(pages);
  });
`;

/**
 * Renders with the app's own modules, bundled once for this purpose, in a thread: the app talks to other tabs and waits
 * for events, so that it never comes to an end by itself.
 */
async function makePages(folder: string): Promise<Map<string, MadePage>> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    define: { __BUILD_ID__: '"prerender"', __FIRST_SCREENS__: 'false', __PDFJS_ASSETS__: '"/"' },
    ssr: { noExternal: true, external: ['react', 'react-dom'] },
    build: { ssr: 'src/app/prerender.tsx', outDir: folder, copyPublicDir: false },
  });
  const renderer = pathToFileURL(join(folder, 'prerender.js')).href;
  const thread = new Worker(work, { eval: true, workerData: { renderer, names: builtPages } });
  try {
    return await new Promise((resolve, reject) => {
      thread.once('message', (pages: [string, MadePage][]) => resolve(new Map(pages)));
      thread.once('error', reject);
    });
  } finally {
    await thread.terminate();
  }
}

/** Files a page's module needs besides what every page loads. */
function filesOf(chunks: Record<string, Chunk>, module: string, html: string): Files {
  const files: Files = { styles: [], scripts: [] };
  const seen = new Set<string>();
  const visit = (key: string): void => {
    const chunk = chunks[key];
    if (!chunk || seen.has(key)) return;
    seen.add(key);
    if (!html.includes(`/${chunk.file}"`)) files.scripts.push(`/${chunk.file}`);
    for (const style of chunk.css ?? []) if (!html.includes(`/${style}"`)) files.styles.push(`/${style}`);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  visit(module);
  if (seen.size === 0) throw new Error(`${module} is not in the build.`);
  return files;
}

function headOf(page: BuiltPage, { path, title, description }: MadePage, files: Files): string {
  const name = title === productName ? title : `${title}|${productName}`;
  const property = (key: string, content: string) =>
    `<meta property="${key}" content="${escaped(content)}" />`;
  return [
    `<title>${escaped(name)}</title>`,
    `<meta name="description" content="${escaped(description)}" />`,
    `<link rel="canonical" data-built href="${escaped(site + path)}" />`,
    property('og:type', 'website'),
    property('og:site_name', productName),
    property('og:locale', 'ja_JP'),
    property('og:title', name),
    property('og:description', description),
    property('og:url', site + path),
    property('og:image', site + shareFile(page)),
    property('og:image:width', String(shareSize.width)),
    property('og:image:height', String(shareSize.height)),
    '<meta name="twitter:card" content="summary_large_image" />',
    ...files.styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}" />`),
    ...files.scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}" />`),
  ].join('\n    ');
}

/** The page of the app made into the page of one address. Inline scripts stay those of the page of the app. */
export function documentOf(name: BuiltPage, html: string, page: MadePage, files: Files): string {
  const parts = [rootElement, '<title>', '<meta name="description"', '<noscript>'];
  if (!parts.every((part) => html.includes(part)))
    throw new Error('index.html is not the page this was written for.');
  return html
    .replace(/<meta name="description"[^>]*>\s*/, '')
    .replace(/<title>[^<]*<\/title>/, () => headOf(name, page, files))
    .replace(/<noscript>[\s\S]*?<\/noscript>\s*/, '')
    .replace(rootElement, () => `<div id="root">${page.markup}</div>`);
}

/** Writes the public pages of the build in `folder`. */
async function prerender(folder: string): Promise<void> {
  const temporary = join(folder, '.prerender');
  try {
    const pages = await makePages(temporary);
    const { html, chunks } = readBuild(folder);
    mkdirSync(join(folder, 'pages'), { recursive: true });
    for (const name of builtPages) {
      const page = pages.get(name);
      if (!page) throw new Error(`${name} was not made.`);
      const files = filesOf(chunks, `src/app/routes/public/${name}.tsx`, html);
      writeFileSync(join(folder, builtFile(name)), documentOf(name, html, page, files));
    }
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Before the list of the worker's files is made: the pages are in it. */
export function prerenderPlugin(outDir: () => string): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    closeBundle: { order: 'pre', sequential: true, handler: () => prerender(outDir()) },
  };
}
