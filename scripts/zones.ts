// Which room of the house may import which (architecture.md 2). The one place of these rules: the architecture test
// reads them, and `node scripts/zones.ts` writes the lint zones in biome.zones.json from them and from the folders
// there are.
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What the worker may use of the page's shared code: nothing there touches the DOM or React. */
const sharedForWorker = [
  'src/shared/lib/worker/firstScreen.ts',
  'src/shared/lib/worker/keptMedia.ts',
  'src/shared/lib/worker/mediaKey.ts',
  'src/shared/lib/worker/networkQuery.ts',
  'src/shared/lib/worker/workerMessages.ts',
  'src/shared/lib/pages/appRoutes.ts',
  'src/shared/lib/pages/builtPages.ts',
  'src/shared/lib/worker/shellCache.ts',
];

/**
 * What the server may use of it: how search compares text, and which addresses are pages. Not moved to the contracts:
 * these come to a page together with the schema library, which no first screen needs.
 */
const sharedForServer = [
  'src/shared/lib/text/fold.ts',
  'src/shared/lib/pages/appRoutes.ts',
  'src/shared/lib/pages/builtPages.ts',
  'src/shared/lib/pages/originQuery.ts',
  'src/shared/lib/pages/memberPages.ts',
  'src/shared/lib/pages/pageRow.ts',
  'src/shared/lib/pages/paths.ts',
  'src/shared/lib/pages/publicPages.ts',
  'src/shared/lib/pages/servedPages.ts',
];

const features = readdirSync(join(root, 'src', 'features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

/** A room of the house: what it may import besides itself, and which packages when that is limited. */
export type Zone = { folder: string; mayImport: string[]; onlyPackages?: string[]; reason: string };

/** Every room, the most specific folder first. */
export function zones(): Zone[] {
  return [
    ...features.map((name) => ({
      folder: `src/features/${name}`,
      mayImport: ['src/shared/', 'src/contracts/'],
      reason: 'a feature knows itself, shared and contracts; a route module joins features.',
    })),
    {
      folder: 'src/app',
      mayImport: ['src/features/', 'src/shared/', 'src/contracts/'],
      reason: 'the app knows everything of the page, and nothing of the worker or the server.',
    },
    {
      folder: 'src/shared/ui',
      mayImport: ['src/shared/lib/', 'src/contracts/'],
      reason: 'shared knows no feature.',
    },
    {
      folder: 'src/shared/lib',
      mayImport: ['src/contracts/'],
      reason: 'the library under everything knows no screen.',
    },
    {
      folder: 'src/contracts',
      mayImport: [],
      onlyPackages: ['zod'],
      reason: 'contracts are read by page, worker and server, so they know only the schema library.',
    },
    {
      folder: 'sw',
      mayImport: ['src/contracts/', ...sharedForWorker],
      reason: 'the worker has no DOM: it may use contracts and a named list of shared code.',
    },
    {
      folder: 'server',
      mayImport: ['src/contracts/', ...sharedForServer],
      reason: 'the server knows itself, the contracts and a named list of shared code.',
    },
  ];
}

const aliases = {
  'src/app/': '#app/',
  'src/features/': '#features/',
  'src/shared/': '#shared/',
  'src/contracts/': '#contracts/',
  'server/': '#server/',
};

/** The same rules as lint zones, so that an editor shows a wrong import while it is written. */
export function lintZones() {
  const overrides = zones().map((zone) => {
    const own = Object.entries(aliases).filter(([path]) => `${zone.folder}/`.startsWith(path));
    const isAllowed = (path: string) =>
      zone.mayImport.some((allowed) => allowed.startsWith(path) || path.startsWith(allowed));
    const forbidden = Object.entries(aliases)
      .filter(([path]) => !isAllowed(path))
      .map(([, alias]) => `${alias}**`);
    const exceptions = own.map(([path, alias]) => `!${`${zone.folder}/`.replace(path, alias)}**`);
    return {
      includes: [`${zone.folder}/**`, '!**/*.test.ts', '!**/*.test.tsx'],
      linter: {
        rules: {
          style: {
            noRestrictedImports: {
              level: 'error',
              options: { patterns: [{ group: [...forbidden, ...exceptions], message: zone.reason }] },
            },
          },
        },
      },
    };
  });
  return { overrides };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(join(root, 'biome.zones.json'), `${JSON.stringify(lintZones(), null, 2)}\n`);
}
