// Decides which files of a build the worker keeps at install (tier 1) and which when the page is idle (tier 2), see
// offline.md 6. It reads the bundler's manifest, so a new chunk is never forgotten.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtFileAt } from '../src/shared/lib/pages/builtPages.ts';
import { directPages } from '../src/shared/lib/pages/pageTable.ts';
import { linkedFiles } from '../sw/linkedFiles.ts';

/**
 * Modules whose files must be kept before the app counts as installed: start, member area, all member pages, and what
 * these load a moment later on every visit. If a deployment replaces the build meanwhile, the old page finds these
 * files only on the device.
 */
const startsWith = [
  'index.html',
  'src/app/routes/',
  'src/app/shell/',
  'src/features/pwa/',
  'src/features/first-screen/',
  'src/features/entry-exam/',
  'src/features/bookmark/sync.ts',
  'src/features/dashboard/sync.ts',
  'src/features/library/sync.ts',
  'src/features/notice/sync.ts',
  'src/features/library/components/VirtualCourseGrid.tsx',
  'src/features/download/components/CourseMark.tsx',
  'src/shared/lib/public/publicStore.ts',
  'src/shared/lib/http/after401.ts',
  'src/shared/lib/transport/probe.ts',
  'src/shared/lib/transport/send.ts',
  'src/shared/lib/account/enterLeave.ts',
  'src/shared/lib/session/refreshWork.ts',
];
/** Only for browsers without storage: there is nothing to install for them. */
const neverKept = /fake-indexeddb/;
/** Older copies of a woff2 font; every supported browser can use woff2. */
const olderFont = /^assets\/KaTeX_.*\.(ttf|woff)$/;

/** An entry of the bundler's manifest. */
export type Chunk = {
  file: string;
  src?: string;
  name?: string;
  imports?: string[];
  css?: string[];
  assets?: string[];
};

/** The relevant parts of a build: the bundler's manifest by module, and the HTML. */
export type Build = { chunks: Record<string, Chunk>; html: string };

/** Files of tier 1: those of the first modules and of all their static imports, including styles. */
export function tierOneFiles(chunks: Record<string, Chunk>): Set<string> {
  const files = new Set<string>();
  const add = (key: string): void => {
    const chunk = chunks[key];
    if (!chunk || files.has(chunk.file)) return;
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file);
    for (const imported of chunk.imports ?? []) add(imported);
  };
  for (const key of Object.keys(chunks)) if (startsWith.some((start) => key.startsWith(start))) add(key);
  return files;
}

/**
 * Files that the app needs offline but that are not in the list: files the page itself loads, chunks, their styles and
 * assets (offline.md 3.8, 3.10). A file that is too large or of a new kind would otherwise be left out silently.
 */
export function missingFiles({ chunks, html }: Build, listed: ReadonlySet<string>): string[] {
  const ofChunks = Object.values(chunks).flatMap(({ file, css = [], assets = [] }) => [
    file,
    ...css,
    ...assets,
  ]);
  const ofPage = linkedFiles(html).map((path) => path.slice(1));
  const wanted = new Set(['index.html', ...ofPage, ...ofChunks]);
  return [...wanted].filter((file) => !neverKept.test(file) && !olderFont.test(file) && !listed.has(file));
}

/**
 * Adds its tier to every file of the worker's list.
 *
 * @throws Error, which fails the build, if the list lacks something that the app needs offline.
 */
export function addTiers<Entry extends { url: string }>({ chunks, html }: Build, entries: Entry[]): Entry[] {
  const missing = missingFiles({ chunks, html }, new Set(entries.map(({ url }) => url)));
  if (missing.length > 0) throw new Error(`The worker's list of files lacks ${missing.join(', ')}.`);
  const first = tierOneFiles(chunks);
  const direct = new Set(directPages.map((path) => builtFileAt(path)?.slice(1)));
  const isFirst = (url: string) =>
    first.has(url) || url === 'index.html' || url.startsWith('icons/') || direct.has(url);
  return entries
    .filter(({ url }) => !neverKept.test(url))
    .map((entry) => ({ ...entry, tier: isFirst(entry.url) ? 1 : 2 }));
}

/** Reads a finished build. */
export function readBuild(outDir: string): Build {
  const read = (file: string) => readFileSync(join(outDir, file), 'utf8');
  return { chunks: JSON.parse(read('.vite/manifest.json')), html: read('index.html') };
}
