// Checks the size budget of performance.md 3, in brotli bytes as they are transferred. Part of `npm test` and of the
// bench.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { memberModules, sharedFileOf, startModules } from './memberStarts.ts';

const root = join(import.meta.dirname, '..');

const kB = 1000;
const publicRoutes = 'src/app/routes/';

type Chunk = {
  file: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
};
type BuildManifest = Record<string, Chunk>;

/**
 * Routes whose first load has a budget: the modules that the router loads for them. The limits are those of
 * performance.md 3; where one is lower or higher, the size has been reached or is a known debt, and must not grow. The
 * library may be 171.5, because a first answer that is shown before it is stored spares a new device half a second (171,
 * and half a kB of room: the names of files alone move it by 0.1 from build to build). A course's page is 146: it is
 * readable before any script, and its content is read again with the contracts. The shell alone is 105, because it knows the addresses of twenty exam pages; a page of buying adds its frame and the names
 * of what it loads beside it: items, forms, and what a guest is told (PayRoom, CartPage).
 */
export const measuredRoutes = [
  { route: '/', modules: [`${publicRoutes}public/home.tsx`], limit: 110 * kB },
  { route: '/login', modules: [`${publicRoutes}auth/login.tsx`], limit: 110 * kB },
  { route: '/course/:id', modules: [`${publicRoutes}public/catalogueCourse.tsx`], limit: 146 * kB },
  { route: '/cart', modules: [`${publicRoutes}cart/cart.tsx`], limit: 110 * kB },
  { route: '/cart/coupon', modules: [`${publicRoutes}cart/coupons.tsx`], limit: 110 * kB },
  { route: '/cart/coupon/:id', modules: [`${publicRoutes}cart/coupon.tsx`], limit: 110 * kB },
  { route: '/payment/method', modules: [`${publicRoutes}payment/method.tsx`], limit: 110 * kB },
  { route: '/payment', modules: [`${publicRoutes}payment/details.tsx`], limit: 110 * kB },
  { route: '/cart/confirm', modules: [`${publicRoutes}payment/confirm.tsx`], limit: 110 * kB },
  { route: '/payment/gmo', modules: [`${publicRoutes}payment/relay.tsx`], limit: 110 * kB },
  { route: '/payment/error', modules: [`${publicRoutes}order/error.tsx`], limit: 110 * kB },
  ...['', '/bank', '/credit', '/subscribe'].map((page) => ({
    route: `/payment/complete${page}`,
    modules: [`${publicRoutes}order/complete.tsx`],
    limit: 110 * kB,
  })),
  { route: '/maintenance', modules: [`${publicRoutes}system/maintenance.tsx`], limit: 112.5 * kB },
  {
    route: '/mypage/course',
    modules: [
      `${publicRoutes}mypage/memberRoot.tsx`,
      `${publicRoutes}memberPages.ts`,
      `${publicRoutes}mypage/course.tsx`,
    ],
    limit: 171.5 * kB,
  },
];

/** Modules that a guest's page loads once it is shown, and those that store its answers. */
const behindEveryPage = [
  'src/shared/lib/public/publicStore.ts',
  'src/app/shell/lateBars.ts',
  'src/features/pwa/registerWorker.ts',
];
/**
 * Whether a module belongs to the public site or its background work, which must not load the device's database for
 * anybody (decisions.md 21). The page `test` is excluded, because its environment check tests that very database.
 */
const isPublicPart = (module: string) =>
  behindEveryPage.includes(module) ||
  (module.startsWith(`${publicRoutes}public/`) && module !== `${publicRoutes}public/test.tsx`);
/** Chunks for members only, by name; the hash is ignored because it may contain any letters. */
const isOfMembers = (file: string) =>
  /dexie|member|library|pdf|player|purify/i.test(file.replace(/-[\w-]{8}\.js$/, ''));

/** Limit for each file that the pages of buying bring beside what every page loads (money.md 6). */
const buyingChunkLimit = 20 * kB;
const buyingModules = measuredRoutes
  .filter(({ route }) => /^\/(cart|payment)/.test(route))
  .flatMap(({ modules }) => modules);

/** Limit for our script in the card frame, uncompressed bytes (money.md 6). */
const payFrameLimit = 8 * kB;

/**
 * Maximum number of files (scripts and styles) that the start of a member page may request before it can be rendered.
 * Each file costs a slow phone 8 to 10 ms besides its content, from the worker or from the network.
 */
const startFiles = { '/mypage': 41, '/mypage/course': 27, '/mypage/lecture/:id': 54 } as const;
/** The same for all other member pages; the exam room reads this device's other subjects, too. */
const otherStartFiles = 75;

/** Chunks that load on use only, never with a route: players. */
const players = /pdf|hls/i;
const chunkLimit = 60 * kB;

function brotliSize(dist: string, file: string): number {
  const compressed = join(dist, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : join(dist, file)).size;
}

function readManifest(dist: string): BuildManifest {
  return JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
}

/** The manifest key of a module: its own name, or that of the file it shares (chunks.ts). */
function keyOf(manifest: BuildManifest, module: string): string | undefined {
  if (manifest[module]) return module;
  const shared = sharedFileOf(module);
  return Object.keys(manifest).find(
    (key) => manifest[key]?.name === shared && shared !== null && manifest[key]?.file.endsWith('.js'),
  );
}

/**
 * Counts the files that the start of each member page requests before it can be rendered, with what it asks the server
 * by.
 */
function countStarts(manifest: BuildManifest, entry: string) {
  return memberModules.map(({ path, module }) => {
    const chunks = closure(manifest, [entry, ...startModules(path), module]);
    const files = new Set(chunks.flatMap(({ file, css = [] }) => [file, ...css])).size;
    const limit: number = startFiles[path as keyof typeof startFiles] ?? otherStartFiles;
    return { path, files, limit, isThere: keyOf(manifest, module) !== undefined };
  });
}

/** Every chunk that must be loaded before `modules` can run: their own and all static imports. */
function closure(manifest: BuildManifest, modules: string[]): Chunk[] {
  const seen = new Set<string>();
  const visit = (key: string) => {
    const chunk = manifest[key];
    if (seen.has(key) || !chunk) return;
    seen.add(key);
    for (const next of chunk.imports ?? []) visit(next);
  };
  for (const module of modules) visit(keyOf(manifest, module) ?? '');
  return [...seen].flatMap((key) => manifest[key] ?? []);
}

/**
 * What the pages of buying bring beside what every page loads: their own files and what these load late, which the
 * size of a first load leaves out.
 *
 * @throws when nothing is loaded late: then this looks at the build in the wrong way.
 */
function chunksOfBuying(manifest: BuildManifest, entry: string): Chunk[] {
  const everywhere = new Set(closure(manifest, [entry]));
  const without = (modules: string[]) => closure(manifest, modules).filter((chunk) => !everywhere.has(chunk));
  const late = without(buyingModules)
    .flatMap(({ dynamicImports = [] }) => dynamicImports)
    // A course that is kept for later becomes a bookmark: that part is of the learning area.
    .filter((module) => !module.startsWith(`${publicRoutes}mypage/`));
  if (late.length === 0) throw new Error('The pages of buying load nothing late: see scripts/size.ts.');
  return without([...buyingModules, ...late]);
}

/** Bytes of scripts and styles per measured route, and of each chunk. */
export function measureSizes(dist = join(root, 'dist')) {
  const manifest = readManifest(dist);
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
  const routes = measuredRoutes.map(({ route, modules, limit }) => {
    const missing = modules.filter((module) => !keyOf(manifest, module) && module.startsWith(publicRoutes));
    const chunks = closure(manifest, [entry, ...modules]);
    const script = new Set(chunks.map((chunk) => chunk.file));
    const style = new Set(chunks.flatMap((chunk) => chunk.css ?? []));
    const sum = (files: Set<string>) => [...files].reduce((total, file) => total + brotliSize(dist, file), 0);
    return { route, script: sum(script), style: sum(style), limit, missing, files: [...script] };
  });
  const heavyParts = Object.keys(manifest).filter(
    (module) => isPublicPart(module) && closure(manifest, [module]).some(({ file }) => isOfMembers(file)),
  );
  const files = new Set(
    Object.values(manifest)
      .map((chunk) => chunk.file)
      .filter((file) => file.endsWith('.js')),
  );
  const sized = (names: string[]) =>
    names.map((file) => ({ file, size: brotliSize(dist, file) })).sort((a, b) => b.size - a.size);
  const starts = countStarts(manifest, entry);
  const buying = sized(chunksOfBuying(manifest, entry).map(({ file }) => file));
  return { routes, starts, heavyParts, buying, chunks: sized([...files]) };
}

/** Prints the table; false if a route or a chunk is over its budget, or Dexie is loaded for guests. */
export function checkSize(dist?: string): boolean {
  const { routes, starts, heavyParts, buying, chunks } = measureSizes(dist);
  const problems: string[] = [];
  for (const { route, script, style, limit, missing } of routes) {
    console.log(
      `  ${route.padEnd(27)} script ${(script / kB).toFixed(1)} kB of ${limit / kB}, style ${(style / kB).toFixed(1)} kB`,
    );
    if (script > limit)
      problems.push(`${route} loads ${(script / kB).toFixed(1)} kB of script; its budget is ${limit / kB}.`);
    if (missing.length)
      problems.push(`${route} measures modules that are not in the build: ${missing.join(', ')}`);
  }
  for (const { path, files, limit, isThere } of starts) {
    if (path in startFiles) console.log(`  ${path.padEnd(20)} starts with ${files} files of ${limit}`);
    if (files > limit) problems.push(`A start of ${path} asks for ${files} files; it may ask for ${limit}.`);
    if (!isThere) problems.push(`The module of ${path} is not in the build.`);
  }
  for (const { file, size } of chunks) {
    if (size > chunkLimit && !players.test(file))
      problems.push(`${file} is ${(size / kB).toFixed(1)} kB; a chunk may have ${chunkLimit / kB}.`);
  }
  const [largest] = buying;
  if (largest)
    console.log(
      `  ${buying.length} files of the pages of buying, the largest ${(largest.size / kB).toFixed(1)} kB of ${buyingChunkLimit / kB}`,
    );
  for (const { file, size } of buying) {
    if (size > buyingChunkLimit)
      problems.push(
        `${file} is ${(size / kB).toFixed(1)} kB; one of a page of buying may have ${buyingChunkLimit / kB}.`,
      );
  }
  const guestFiles = routes.filter(({ route }) => !route.startsWith('/mypage')).flatMap(({ files }) => files);
  const heavy = guestFiles.filter(isOfMembers);
  if (heavy.length) problems.push(`A guest must not load ${[...new Set(heavy)].join(', ')}.`);
  const payFrame = statSync(join(dist ?? join(root, 'dist'), 'pay-frame', 'frame.js')).size;
  if (payFrame > payFrameLimit)
    problems.push(`The card frame is ${(payFrame / kB).toFixed(1)} kB; it may have ${payFrameLimit / kB}.`);
  for (const part of heavyParts) problems.push(`${part} brings guests what only members need.`);
  for (const problem of problems) console.error(`  ${problem}`);
  return problems.length === 0;
}
