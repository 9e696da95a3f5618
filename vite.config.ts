import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import react from '@vitejs/plugin-react';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { chunkGroups } from './scripts/chunks.ts';
import { eagerFactories } from './scripts/eagerFactories.ts';
import { memberStarts } from './scripts/memberStarts.ts';
import { pageModules, pageValues } from './scripts/pagePlugins.ts';
import { payFrameFiles } from './scripts/payFrame.ts';
import { preloads } from './scripts/preloads.ts';
import { prerenderPlugin } from './scripts/prerender.ts';
import { addTiers, readBuild } from './scripts/tiers.ts';
import { usedRouter } from './scripts/usedRouter.ts';
import { oldestBrowsers } from './src/features/rehearsal/browserTarget.ts';

const root = import.meta.dirname;

/** What a build is made of. Two builds of the same sources and settings carry the same id (offline.md 3.14). */
function buildId(): string {
  const hash = createHash('sha256');
  const add = (path: string) => hash.update(path).update(readFileSync(join(root, path)));
  for (const folder of ['src', 'sw', 'public']) {
    const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
    const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
    for (const path of paths.sort()) add(path.slice(root.length + 1));
  }
  for (const file of [
    'index.html',
    'manifest.webmanifest',
    'package-lock.json',
    'vite.config.ts',
    'scripts/chunks.ts',
    'scripts/eagerFactories.ts',
    'scripts/tiers.ts',
    'scripts/memberStarts.ts',
    'scripts/pagePlugins.ts',
    'scripts/payFrame.ts',
    'scripts/preloads.ts',
    'scripts/prerender.ts',
    'scripts/usedRouter.ts',
  ])
    add(file);
  for (const [name, value] of Object.entries(process.env).sort()) {
    if (name.startsWith('VITE_')) hash.update(`${name}=${value}`);
  }
  return hash.digest('hex').slice(0, 12);
}

/** `version.json`: how a running app learns that a newer build is out (offline.md 6). */
function versionFile(id: string): Plugin {
  return {
    name: 'version-file',
    apply: 'build',
    generateBundle() {
      // A build that mends something that must not wait is made with VITE_URGENT=1: learners cannot put it off.
      const version = process.env.VITE_URGENT === '1' ? { build: id, urgent: true } : { build: id };
      this.emitFile({ type: 'asset', fileName: 'version.json', source: JSON.stringify(version) });
    },
  };
}

/** The scripts of the page itself without their comments: every page brings them, and every start reads them. */
function smallInlineScripts(): Plugin {
  return {
    name: 'small-inline-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html) {
        const small = new Map<string, string>();
        for (const [, script = ''] of html.matchAll(/<script>([\s\S]*?)<\/script>/g))
          small.set(script, (await minify(script, { ecma: 2020 })).code ?? script);
        return html.replaceAll(
          /<script>([\s\S]*?)<\/script>/g,
          (_, script: string) => `<script>${small.get(script)}</script>`,
        );
      },
    },
  };
}

const pdfjs = join(root, 'node_modules', 'pdfjs-dist');
const pdfjsVersion: string = JSON.parse(readFileSync(join(pdfjs, 'package.json'), 'utf8')).version;
const pdfjsAssets = `assets/pdfjs-${pdfjsVersion}/`;

/** Character maps, fonts and decoders of pdf.js, served by ourselves (offline.md 3.81). */
function pdfjsFiles(): Plugin {
  const folders = ['cmaps', 'standard_fonts', 'wasm', 'iccs'];
  const files = folders.flatMap((folder) =>
    readdirSync(join(pdfjs, folder))
      // Scripts inside of a PDF are never run.
      .filter((name) => !/LICENSE|^quickjs/.test(name))
      .map((name) => `${folder}/${name}`),
  );
  return {
    name: 'pdfjs-files',
    generateBundle() {
      for (const file of files) {
        this.emitFile({
          type: 'asset',
          fileName: pdfjsAssets + file,
          source: readFileSync(join(pdfjs, file)),
        });
      }
    },
    configureServer(server) {
      server.middlewares.use(`/${pdfjsAssets}`, (request, response, next) => {
        const file = (request.url ?? '').slice(1).split('?')[0] ?? '';
        if (files.includes(file)) response.end(readFileSync(join(pdfjs, file)));
        else next();
      });
    },
  };
}

/**
 * The router's own exports lead every ES module build to its development file, warnings included; the same code without
 * them lies beside it.
 */
function routerOf(command: 'build' | 'serve') {
  if (command === 'serve') return [];
  const folder = join(root, 'node_modules', 'react-router', 'dist', 'production');
  return [
    { find: /^react-router$/, replacement: join(folder, 'index.mjs') },
    { find: /^react-router\/dom$/, replacement: join(folder, 'dom-export.mjs') },
  ];
}

export default defineConfig(({ command }) => {
  const id = buildId();
  let outDir = join(root, 'dist');
  const preloaded = preloads();
  return {
    define: {
      __BUILD_ID__: JSON.stringify(id),
      __API_BASE__: JSON.stringify(process.env.VITE_API_BASE ?? ''),
      __FIRST_SCREENS__: process.env.VITE_FIRST_SCREENS !== '0',
      __PDFJS_ASSETS__: JSON.stringify(`/${pdfjsAssets}`),
    },
    // Dexie's main entry is its ES5 build; this one is the same for browsers of today, and smaller.
    resolve: {
      alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }, ...routerOf(command)],
    },
    server: {
      proxy: Object.fromEntries(
        ['/api', '/accounts', '/media', '/pay-frame'].map((path) => [
          path,
          process.env.API_ORIGIN ?? 'http://localhost:4174',
        ]),
      ),
    },
    build: {
      // Slower than Vite's own, and 1 kB of a guest's 110 smaller. Builds with hooks for tests do not wait for it.
      minify: process.env.QUICK_BUILD ? true : 'terser',
      terserOptions: { ecma: 2020, compress: { passes: 3, inline: 1 } },
      target: Object.entries(oldestBrowsers).map(([name, version]) => name + version),
      manifest: true,
      // Every browser of the target knows modulepreload.
      modulePreload: {
        polyfill: false,
        resolveDependencies: preloaded.resolve,
      },
      assetsInlineLimit: 0,
      chunkSizeWarningLimit: 700,
      rolldownOptions: {
        output: {
          codeSplitting: {
            groups: chunkGroups,
          },
        },
      },
    },
    plugins: [
      pageModules(),
      pageValues(),
      react(),
      versionFile(id),
      memberStarts(),
      smallInlineScripts(),
      pdfjsFiles(),
      payFrameFiles(),
      eagerFactories('react'),
      usedRouter(),
      preloaded.plugin,
      {
        name: 'out-dir',
        configResolved(config) {
          outDir = resolve(root, config.build.outDir);
        },
      },
      prerenderPlugin(() => outDir),
      VitePWA({
        strategies: 'injectManifest',
        filename: 'sw.js',
        injectRegister: false,
        registerType: 'prompt',
        // The icons are in the list below, with their tier.
        includeManifestIcons: false,
        // The file at the project's root stays the only source of the manifest.
        manifest: JSON.parse(readFileSync(join(root, 'manifest.webmanifest'), 'utf8')),
        // The plugin names the built worker after its source; ours is sw/index.ts, and the address must be /sw.js.
        integration: {
          beforeBuildServiceWorker(options) {
            options.swSrc = resolve(root, 'sw/index.ts');
          },
        },
        injectManifest: {
          buildPlugins: { vite: [pageValues()] },
          globPatterns: [
            'index.html',
            'pages/*.html',
            'assets/**/*.{js,mjs,css,woff2,wasm}',
            'assets/pdfjs-*/cmaps/{Adobe-Japan1-*,UniJIS-*,90ms*,EUC-*,H,V}.bcmap',
            'assets/pdfjs-*/{standard_fonts,iccs}/*',
            'icons/*.{svg,png}',
          ],
          manifestTransforms: [
            async (entries) => ({ manifest: addTiers(readBuild(outDir), entries), warnings: [] }),
          ],
          maximumFileSizeToCacheInBytes: 8 * 1024 * 1024,
        },
      }),
    ],
  };
});
