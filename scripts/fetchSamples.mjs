import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * Downloads the published QTI, Moodle and GIFT questions that `server/content/questions/samples.test.ts` reads: `node
 * scripts/fetchSamples.mjs <folder>`. They are not ours, so the folder must be outside the project. Needs git and a
 * network; the version of each source is fixed.
 */
const sources = [
  {
    folder: 'qti',
    url: 'https://github.com/1EdTech/qti-examples.git',
    version: '49814742f47031d3c03d27667993d980e9896b31',
    paths: ['/*'],
  },
  {
    folder: 'moodle',
    url: 'https://github.com/moodle/moodle.git',
    version: 'refs/tags/v4.1.0',
    paths: [
      '/question/format/xml/tests/fixtures/',
      '/question/format/gift/tests/fixtures/',
      '/question/format/gift/examples.txt',
      '/question/type/*/tests/fixtures/',
    ],
  },
  {
    folder: 'gift',
    url: 'https://github.com/fuhrmanator/GIFT-grammar-PEG.js.git',
    version: '84236c6fc85b33a998ddc53c685e69959bbfabda',
    paths: ['/tests/questions/'],
  },
];

const [wish] = process.argv.slice(2);
const project = resolve(import.meta.dirname, '..');
const root = resolve(wish ?? project);
if (wish === undefined || `${root}/`.startsWith(`${project}/`)) {
  console.error('node scripts/fetchSamples.mjs <folder outside the project>');
  process.exit(1);
}

function git(folder, ...args) {
  const { status } = spawnSync('git', ['-C', folder, ...args], { stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) process.exit(status ?? 1);
}

for (const { folder, url, version, paths } of sources) {
  const place = resolve(root, folder);
  mkdirSync(place, { recursive: true });
  git(place, 'init', '--quiet');
  git(place, 'sparse-checkout', 'set', '--no-cone', ...paths);
  git(place, 'config', 'remote.origin.url', url);
  git(place, 'config', 'remote.origin.promisor', 'true');
  git(place, 'config', 'remote.origin.partialclonefilter', 'blob:none');
  git(place, 'fetch', '--quiet', '--depth', '1', '--filter=blob:none', 'origin', version);
  git(place, 'checkout', '--quiet', '--force', 'FETCH_HEAD');
}
console.log(`SAMPLES=${root} npx vitest run --project server server/content/questions/samples.test.ts`);
