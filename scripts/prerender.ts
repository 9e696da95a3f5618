// Prerenders public pages into a build: the app's HTML with the rendered markup and a head that describes the page
// (performance.md 4.1). The renderer stays in the build: the server uses it for pages with content from its database
// (server/pages).
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import react from '@vitejs/plugin-react';
import { build, type Plugin } from 'vite';
import type { Build } from '../src/app/prerender/document.ts';
import { builtFile, framedFile } from '../src/shared/lib/pages/builtPages.ts';
import { builtPages, framedPages } from '../src/shared/lib/pages/pageTable.ts';
import { pageModules } from './pagePlugins.ts';
import { readBuild } from './tiers.ts';

const root = join(import.meta.dirname, '..');

/** The site's address, for links that must be absolute (VITE_SITE_URL); without it they are relative. */
const site = (process.env.VITE_SITE_URL ?? '').replace(/\/+$/, '');

/** Folder of the renderer in a build; servers never serve files whose names begin with a dot. */
const folderOfRenderer = '.renderer';

/** Code of the worker thread: renders every page in turn. */
const work = `
  const { parentPort, workerData: { renderer, built, framed, build } } = require('node:worker_threads');
  import(renderer).then(async ({ builtDocument, framedDocument }) => {
    const pages = [];
    for (const [name, file] of built) pages.push([file, await builtDocument(name, build)]);
    for (const [name, file] of framed) pages.push([file, await framedDocument(name, build)]);
    parentPort.postMessage(pages);
  });
`;

/** Bundles the app's modules for rendering; the code that talks to the server is replaced. */
async function bundleRenderer(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [pageModules(), react()],
    define: {
      __BUILD_ID__: '"prerender"',
      __FIRST_SCREENS__: 'false',
      __PDFJS_ASSETS__: '"/"',
      'process.env.NODE_ENV': '"production"',
    },
    resolve: {
      alias: [
        { find: '#shared/lib/http/json.ts', replacement: join(root, 'src', 'app', 'prerender', 'json.ts') },
      ],
    },
    // Bundle all packages: the build may be moved to a place without node_modules.
    ssr: { noExternal: true },
    build: { ssr: 'src/app/prerender/renderer.ts', outDir: folder, copyPublicDir: false },
  });
  return pathToFileURL(join(folder, 'renderer.js')).href;
}

/** Names of pages with their files. */
const built = builtPages.map((name) => [name, builtFile(name)] as const);
const framed = ([...framedPages, 'notFound'] as const).map((name) => [name, framedFile(name)] as const);

/**
 * Renders in a thread, because the app's modules talk to other tabs and wait for events, so they never end by
 * themselves.
 *
 * @returns files and their content.
 */
async function makePages(renderer: string, made: Build): Promise<[file: string, html: string][]> {
  const thread = new Worker(work, { eval: true, workerData: { renderer, built, framed, build: made } });
  try {
    return await new Promise((resolve, reject) => {
      thread.once('message', resolve);
      thread.once('error', reject);
    });
  } finally {
    await thread.terminate();
  }
}

/** Writes the public pages of the build in `folder`. */
async function prerender(folder: string): Promise<void> {
  const renderer = await bundleRenderer(join(folder, folderOfRenderer));
  const pages = new Map(await makePages(renderer, { ...readBuild(folder), folder, site }));
  for (const [name, file] of [...built, ...framed]) {
    const page = pages.get(file);
    if (!page) throw new Error(`${name} was not made.`);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), page);
  }
}

/** Runs before the list of the worker's files is made, because the pages are in it. */
export function prerenderPlugin(outDir: () => string): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    closeBundle: { order: 'pre', sequential: true, handler: () => prerender(outDir()) },
  };
}
