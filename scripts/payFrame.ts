// The card frame (money.md 6): a document of its own, made by the server, with a script and a style sheet that have
// nothing in common with the app's files. No other chunk may be among them, and no worker keeps them, so they are built by
// themselves and lie beside the app under names without a hash: the server asks browsers to look anew each time.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';
import { oldestBrowsers } from '../src/features/rehearsal/browserTarget.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src', 'shared', 'form', 'card', 'frame');
/** Where the files lie, below the folder of the build and as an address. */
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
    // As it stands: a bundler would put it into the script, which may not set styles there.
    ['frame.css', readFileSync(join(source, 'frame.css'), 'utf8')],
  ]);
}

/** Puts the files of the card frame beside those of the app; while developing they are made when they are asked for. */
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
          // The frame has no origin of its own.
          response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
          response.end(files.get(name));
        }, next);
      });
    },
  };
}
