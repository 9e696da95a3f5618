// The card frame (money.md 6): a separate document, made by the server, with a script and a style sheet that share
// nothing with the app's files. It must not load any other chunk, and no worker keeps its files. So they are built
// separately, beside the app, with names without a hash: the server makes browsers revalidate them each time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { oldestBrowsers } from '../src/features/rehearsal/browserTarget.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src', 'shared', 'form', 'card', 'frame');
/** Folder of the files below the build folder, also used in their address. */
export const payFrameFolder = 'pay-frame';

/** Builds script and style sheet of the card frame. */
export async function buildPayFrame(minify: 'terser' | true): Promise<Map<string, string>> {
  const made = (await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      minify,
      terserOptions: { ecma: 2020, compress: { passes: 3 } },
      target: Object.entries(oldestBrowsers).map(([name, version]) => name + version),
      modulePreload: false,
      rolldownOptions: { input: join(source, 'frame.ts'), output: { format: 'iife' } },
    },
  })) as Rolldown.RolldownOutput;
  return new Map([
    ['frame.js', made.output[0].code],
    // Copied unchanged: a bundler would put the styles into the script, which may not set styles there.
    ['frame.css', readFileSync(join(source, 'frame.css'), 'utf8')],
  ]);
}

/** Adds the card frame's files to those of the app; during development they are built on request. */
export function payFrameFiles(): Plugin {
  return {
    name: 'pay-frame',
    async generateBundle() {
      const files = await buildPayFrame(process.env.QUICK_BUILD ? true : 'terser');
      for (const [name, source] of files)
        this.emitFile({ type: 'asset', fileName: `${payFrameFolder}/${name}`, source });
    },
    configureServer(server) {
      server.middlewares.use(`/${payFrameFolder}`, (request, response, next) => {
        const name = (request.url ?? '').slice(1).split('?')[0] ?? '';
        if (!/^frame\.(js|css)$/.test(name)) return next();
        buildPayFrame(true).then((files) => {
          response.setHeader('Content-Type', name.endsWith('.js') ? 'text/javascript' : 'text/css');
          // The frame has an opaque origin.
          response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
          response.end(files.get(name));
        }, next);
      });
    },
  };
}
