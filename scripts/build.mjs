// Builds the app into a folder that any static host can serve, with a compressed copy of every text file.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { projectEnv, projectNode, root } from './setup.mjs';

const sources = [
  'src',
  'sw',
  'public',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  // The whole folder: a list of the scripts that the build uses was once out of date.
  'scripts',
  'package-lock.json',
];
const compressible = /\.(html|js|mjs|css|json|svg|webmanifest|txt|map|wasm|bcmap)$/;

function filesBelow(path) {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Hash of everything that affects the build, including the VITE_ settings and the folder of a custom config. */
function sourceHash(settings, config) {
  const hash = createHash('sha256');
  const all = config ? [...sources, dirname(config)] : sources;
  for (const file of all.flatMap((source) => filesBelow(join(root, source)))) {
    hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.update(JSON.stringify(Object.entries(settings).sort())).digest('hex');
}

function viteSettings() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => name.startsWith('VITE_')));
}

/**
 * Writes `.br` and `.gz` beside each text file, as the server sends them (architecture.md 6). `isQuick`: not the
 * smallest.
 */
async function compress(folder, isQuick) {
  const brotli = promisify(zlib.brotliCompress);
  const gzip = promisify(zlib.gzip);
  // Files in folders that begin with a dot are never served.
  const files = filesBelow(folder).filter(
    (file) => compressible.test(file) && !/[\\/]\./.test(file.slice(folder.length)),
  );
  await Promise.all(
    files.map(async (file) => {
      const content = readFileSync(file);
      if (content.length < 512) return;
      const params = {
        [zlib.constants.BROTLI_PARAM_QUALITY]: isQuick ? 4 : 11,
        [zlib.constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      };
      writeFileSync(`${file}.br`, await brotli(content, { params }));
      writeFileSync(`${file}.gz`, await gzip(content, { level: isQuick ? 1 : 9 }));
    }),
  );
}

/**
 * Builds into `outDir` unless it already holds a build of exactly these sources and settings.
 * @param {{ outDir?: string, settings?: Record<string, string>, config?: string, isQuick?: boolean, quiet?: boolean, notice?: string }} options
 *   `settings`: VITE_ variables; `config`: of a page that is not the app; `isQuick`: a few kB larger, built in half the
 *   time; `quiet`: only what fails is printed; `notice`: printed before a build
 * @returns {Promise<boolean>} whether anything was built
 */
export async function ensureBuilt({
  outDir = 'dist',
  settings = {},
  config = '',
  isQuick = false,
  quiet = false,
  notice = '',
} = {}) {
  const folder = join(root, outDir);
  const stampFile = join(folder, '.build-stamp');
  const stamp = sourceHash({ ...viteSettings(), ...settings, isQuick }, config);
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return false;
  if (notice) console.log(notice);
  const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  const result = spawnSync(
    projectNode(),
    [
      ...[vite, 'build', '--outDir', folder, '--emptyOutDir', '--logLevel', quiet ? 'error' : 'warn'],
      ...(config ? ['--config', config] : []),
    ],
    {
      cwd: root,
      stdio: quiet ? ['ignore', 'ignore', 'inherit'] : 'inherit',
      env: projectEnv({ NODE_ENV: 'production', QUICK_BUILD: isQuick ? '1' : '', ...settings }),
    },
  );
  if (result.status !== 0) throw new Error('The build failed.');
  await compress(folder, isQuick);
  writeFileSync(stampFile, stamp);
  return true;
}
