// Import rules between the folders (architecture.md 2), defined only here. The architecture test reads them, and `node
// scripts/zones.ts` writes the lint zones in biome.zones.json from them and from the existing folders.
import { readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Parts of the page's shared code that the worker may use: nothing there uses the DOM or React. */
const sharedForWorker = [
  'src/shared/lib/worker/examMedia.ts',
  'src/shared/lib/worker/firstScreen.ts',
  'src/shared/lib/worker/keptMedia.ts',
  'src/shared/lib/worker/keptPages.ts',
  'src/shared/lib/worker/dropKeptPages.ts',
  'src/shared/lib/worker/networkQuery.ts',
  'src/shared/lib/worker/workerMessages.ts',
  'src/shared/lib/pages/appRoutes.ts',
  'src/shared/lib/pages/builtPages.ts',
  'src/shared/lib/pages/originQuery.ts',
  'src/shared/lib/pages/pageTable.ts',
  'src/shared/lib/pages/servedPages.ts',
  'src/shared/lib/pages/shopPages.ts',
  'src/shared/lib/worker/shellCache.ts',
];

/**
 * Parts of the shared code that the server may use: how search compares text, how reviews are replayed, and which
 * addresses are pages. They are not in the contracts, because those load the schema library, which no first screen
 * needs.
 */
const sharedForServer = [
  'src/shared/lib/text/fold.ts',
  'src/shared/lib/review/replay.ts',
  'src/shared/lib/pages/appRoutes.ts',
  'src/shared/lib/pages/builtPages.ts',
  'src/shared/lib/pages/originQuery.ts',
  'src/shared/lib/pages/memberPages.ts',
  'src/shared/lib/pages/pageRow.ts',
  'src/shared/lib/pages/paths.ts',
  'src/shared/lib/pages/publicPages.ts',
  'src/shared/lib/pages/servedPages.ts',
  'src/shared/lib/pages/shopPages.ts',
];

/**
 * The shelves of the library, in rows from the bottom up: a shelf may import those of the rows below it, so shelves of
 * one row do not know each other. Below all of them are the files that stand beside the shelves.
 */
export const shelves: readonly (readonly string[])[] = [
  ['observable', 'text', 'review', 'pages'],
  ['worker'],
  ['storage'],
  ['time'],
  ['loading', 'db'],
  ['transport'],
  ['session'],
  ['http'],
  ['account'],
  ['mirror', 'outbox', 'exam'],
  ['public'],
  ['shop'],
];

const library = 'src/shared/lib';

/** The files beside the shelves, for all of them: settings of the build and errors. They know no shelf. */
export const looseFiles: readonly string[] = [`${library}/env.ts`, `${library}/errors.ts`];

/** A zone for each shelf of the library, and one for the files beside them. */
function shelfZones(): Zone[] {
  const all = shelves.flat();
  return [
    ...shelves.flatMap((row, at) => {
      const below = shelves.slice(0, at).flat();
      return row.map((name) => ({
        folder: `${library}/${name}`,
        mayImport: ['src/contracts/', ...looseFiles, ...below.map((one) => `${library}/${one}/`)],
        above: all.filter((one) => one !== name && !below.includes(one)),
        reason: 'a shelf of the library knows only those below it (architecture.md 2).',
      }));
    }),
    {
      folder: library,
      mayImport: ['src/contracts/'],
      reason: 'the library under everything knows no screen.',
    },
  ];
}

const features = readdirSync(join(root, 'src', 'features'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map((entry) => entry.name)
  .sort();

/**
 * The layers of the server, from the bottom up: a layer may import those below it. `db`: tables and queries; `domain`:
 * rules that hold for every caller; `present`: the form of answers; `middleware`: steps that every request passes;
 * `routes`: the endpoints, separated by resource.
 */
const floors = ['db', 'domain', 'present', 'middleware', 'routes'];

/** What every layer may use: settings, keys, clock and errors of the process, and small rules without a layer. */
export const serverGround = [
  'src/contracts/',
  ...sharedForServer,
  'server/clientIp.ts',
  'server/config.ts',
  'server/deps.ts',
  'server/errors.ts',
  'server/escapeHtml.ts',
  'server/failureText.ts',
  'server/keys.ts',
  'server/log.ts',
  'server/times.ts',
];

/**
 * Files of the ground that the layers may use for types only: `deps.ts` puts the services and the domain together, so a
 * value of it would bring a lower layer all that is above. Only what starts the server or a command calls it.
 */
export const forTypesOnly: readonly string[] = ['server/deps.ts'];

/** Services, each with one task for all resources; they may use only the tables. */
const services = ['files', 'mail', 'maintenance', 'media', 'papers', 'payment', 'postal'];

/** Resources with endpoints. */
const nouns = readdirSync(join(root, 'server', 'routes'), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'learning')
  .map((entry) => entry.name)
  .sort();

/** The layers of the server and the folders between them, the most specific folder first. */
function serverZones(): Zone[] {
  const floor = (name: string) => `server/${name}/`;
  const knows = (...names: string[]) => [...serverGround, ...names.map(floor)];
  const aboveOf = (name: string) => floors.slice(floors.indexOf(name) + 1);
  const small = ['server/static/etag.ts', 'server/static/encoding.ts'];
  return [
    ...nouns.map((noun) => ({
      folder: `server/routes/${noun}`,
      mayImport: [...knows(...floors.slice(0, -1), ...services, 'push'), 'server/operation.ts'],
      isApart: true,
      reason: 'endpoints of one noun know no other endpoints: what both need lies on a lower floor.',
    })),
    {
      folder: 'server/routes/learning',
      mayImport: [...serverGround, 'server/routes/', 'server/operation.ts'],
      reason: 'the learning area only mounts endpoints of others.',
    },
    {
      folder: 'server/middleware',
      mayImport: [...knows('db', 'domain', ...services), ...small],
      above: ['present', ...aboveOf('middleware')],
      reason: 'what a request passes knows no answer and no endpoint.',
    },
    {
      folder: 'server/present',
      mayImport: knows('db', 'domain', ...services),
      above: aboveOf('present'),
      reason: 'how an answer looks knows no request and no endpoint.',
    },
    {
      folder: 'server/push',
      mayImport: knows('db', 'domain', ...services),
      above: aboveOf('domain'),
      reason: 'a job knows what is true, and no request.',
    },
    {
      folder: 'server/domain',
      mayImport: knows('db', ...services),
      above: aboveOf('domain'),
      reason: 'what is true of a thing does not depend on who asks or how the answer looks.',
    },
    {
      folder: 'server/payment',
      mayImport: serverGround,
      above: ['db', ...aboveOf('db'), ...services.filter((name) => name !== 'payment'), 'gateway'],
      reason: 'the port to the gateway knows no table and no noun: it only asks and answers.',
    },
    {
      folder: 'server/gateway',
      mayImport: ['server/log.ts'],
      above: ['db', ...aboveOf('db'), ...services],
      reason: 'the scripted gateway is a company of its own: it knows us only by the wire.',
    },
    ...services
      .filter((name) => name !== 'payment')
      .map((name) => ({
        folder: `server/${name}`,
        mayImport: [...knows('db'), ...small],
        above: aboveOf('db'),
        reason: 'a service knows the tables and no noun.',
      })),
    {
      folder: 'server/db',
      mayImport: serverGround,
      above: aboveOf('db'),
      reason: 'tables know nothing above them.',
    },
  ];
}

/**
 * A zone: what its folder may import besides itself, and which packages if that is limited. `above`: the layers of its
 * own part that lint must refuse by name, because imports there are relative. `isApart`: lint must refuse whatever lies
 * beside the folder, in the same parent.
 */
export type Zone = {
  folder: string;
  mayImport: string[];
  above?: string[];
  isApart?: boolean;
  onlyPackages?: string[];
  reason: string;
};

/** Every zone, the most specific folder first. */
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
      folder: 'src/shared/exam',
      mayImport: ['src/shared/form/', 'src/shared/ui/', 'src/shared/lib/', 'src/contracts/'],
      reason: 'what every exam shows is made of fields and parts of the interface, and knows no feature.',
    },
    {
      folder: 'src/shared/form',
      mayImport: ['src/shared/ui/', 'src/shared/lib/', 'src/contracts/'],
      reason: 'the kit of forms is made of parts of the interface, and knows no feature.',
    },
    {
      folder: 'src/shared/ui',
      mayImport: ['src/shared/lib/', 'src/contracts/'],
      reason: 'shared knows no feature, and the interface no form.',
    },
    ...shelfZones(),
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
    ...serverZones(),
    {
      folder: 'server',
      mayImport: ['src/contracts/', ...sharedForServer],
      reason: 'the server knows itself, the contracts and a named list of shared code.',
    },
  ];
}

/** What stands in the server's folder and is no ground: other floors, services, commands, and what starts it. */
const serverParts = [
  ...readdirSync(join(root, 'server'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${name}/**`),
  'app.ts',
  'main.ts',
  'start.ts',
].sort();

/** The parts of the server that a zone of it may not import, by both ways to write it. */
function serverBeside({ folder, mayImport }: Zone): string[] {
  if (!folder.startsWith('server/')) return [];
  const isKnown = (part: string) => {
    const path = `server/${part.replace('**', '')}`;
    return [`${folder}/`, ...mayImport].some((known) => known.startsWith(path) || path.startsWith(known));
  };
  // Files of the domain and of the routes stand in folders of nouns, some of which are called like a part.
  const ways = /^server\/(domain$|routes\/)/.test(folder) ? ['../../'] : ['../', '../../'];
  return serverParts
    .filter((part) => !isKnown(part))
    .flatMap((part) => ['#server/', ...ways].map((way) => `${way}${part}`));
}

const aliases = {
  'src/app/': '#app/',
  'src/features/': '#features/',
  'src/shared/': '#shared/',
  'src/shared/exam/': '#shared/exam/',
  'src/shared/form/': '#shared/form/',
  'src/shared/ui/': '#shared/ui/',
  ...Object.fromEntries(shelves.flat().map((name) => [`${library}/${name}/`, `#shared/lib/${name}/`])),
  'src/contracts/': '#contracts/',
  'server/': '#server/',
};

/** The same rules as lint zones, so that an editor shows a wrong import while typing. */
export function lintZones() {
  // If two overrides match a file, the last one counts, so the most specific folder comes last.
  const overrides = zones()
    .reverse()
    .map((zone) => {
      const own = Object.entries(aliases).filter(([path]) => `${zone.folder}/`.startsWith(path));
      const isAllowed = (path: string) =>
        zone.mayImport.some((allowed) => allowed.startsWith(path) || path.startsWith(allowed));
      const forbidden = Object.entries(aliases)
        .filter(([path]) => !isAllowed(path))
        .map(([, alias]) => `${alias}**`);
      const floorsAbove = (zone.above ?? []).map((name) => `../**/${name}/**`);
      const beside = zone.isApart ? [`#${dirname(zone.folder)}/**`, '../**', '!../../**'] : [];
      const exceptions = new Set(own.map(([path, alias]) => `!${`${zone.folder}/`.replace(path, alias)}**`));
      return {
        includes: [`${zone.folder}/**`, '!**/*.test.ts', '!**/*.test.tsx'],
        linter: {
          rules: {
            style: {
              noRestrictedImports: {
                level: 'error',
                options: {
                  patterns: [
                    {
                      group: [...forbidden, ...floorsAbove, ...beside, ...serverBeside(zone), ...exceptions],
                      message: zone.reason,
                    },
                  ],
                },
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
