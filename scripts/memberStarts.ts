// What a member page needs for its first view: its modules, and its requests to the server. The app's HTML sends these
// requests while its scripts are still loading (index.html), and the size step counts the files (scripts/size.ts).
import { join } from 'node:path';
import type { Plugin, Rollup } from 'vite';
import { memberPages } from '../src/shared/lib/pages/memberPages.ts';
import type { MemberRow } from '../src/shared/lib/pages/pageRow.ts';
import { chunkGroups } from './chunks.ts';

const root = join(import.meta.dirname, '..');
const routes = 'src/app/routes/';

/** Modules of every member page: the frame, the list of pages, the learner's database. */
const memberFrame = [
  `${routes}mypage/memberRoot.tsx`,
  `${routes}memberPages.ts`,
  `${routes}mypage/memberStart.ts`,
];

/** The route module of each member page, as the build names it. */
export const memberModules: readonly { path: string; module: string }[] = Object.values(
  memberPages as Record<string, MemberRow>,
).map(({ path, module }) => ({ path, module: `${routes}${module}.tsx` }));

/** Code that fetches the server's answers. */
const client = ['src/shared/lib/transport/send.ts'];

/** Pages that a learner opens first, by address. `asks`: API addresses, exactly as the app requests them. */
const starts: Record<string, { modules: string[]; asks: string[] }> = {
  '/mypage': {
    modules: [`${routes}mypage/home.tsx`, 'src/features/dashboard/sync.ts'],
    asks: ['/accounts/user/', '/api/lms/dashboard/'],
  },
  '/mypage/course': {
    modules: [`${routes}mypage/course.tsx`, 'src/features/library/sync.ts'],
    asks: ['/accounts/user/', '/api/lms/inventory/?sort_by_watchhistory=true&page=1'],
  },
};

/** Modules that a member page loads before it can be rendered, beside its route: of every page, and of its own start. */
export function startModules(path: string): string[] {
  return [...memberFrame, ...client, ...(starts[path]?.modules ?? [])];
}

/** The name of the file that a module shares with others (chunks.ts); `null`: it has a separate file. */
export function sharedFileOf(module: string): string | null {
  const ordered = [...chunkGroups].sort((a, b) => b.priority - a.priority);
  return ordered.find(({ test }) => test?.test(`/${module}`))?.name ?? null;
}

type Chunk = Rollup.OutputChunk & { viteMetadata?: { importedCss: Set<string> } };

/** Files of a build that must be loaded before the modules can run. */
function filesOf(bundle: Rollup.OutputBundle, modules: string[]): string[] {
  const chunks = Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk');
  const files = new Set<string>();
  const add = (chunk: Chunk | undefined): void => {
    if (!chunk || files.has(chunk.fileName)) return;
    files.add(chunk.fileName);
    for (const style of chunk.viteMetadata?.importedCss ?? []) files.add(style);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  for (const module of modules) {
    const id = join(root, module);
    const chunk = chunks.find(({ moduleIds }) => moduleIds.includes(id));
    if (!chunk) throw new Error(`${module} is not in the build: see scripts/memberStarts.ts.`);
    add(chunk);
  }
  return [...files];
}

/** Placeholder for the list in index.html. */
const place = "'member-starts'";

/**
 * Puts the list into the app's HTML. The list is empty if the build uses a server on another origin, or a special
 * cookie mode: then only the app makes these calls.
 */
export function memberStarts(): Plugin {
  const isPlain = !['VITE_API_BASE', 'VITE_ACCOUNTS_BASE', 'VITE_CREDENTIALS'].some(
    (name) => process.env[name],
  );
  return {
    name: 'member-starts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!html.includes(place))
          throw new Error('index.html has no place for what member pages start with.');
        const list = Object.entries(isPlain && bundle ? starts : {}).map(([path, { asks }]) => {
          const files = filesOf(bundle ?? {}, startModules(path));
          return [path, { asks, files: files.filter((file) => !html.includes(`/${file}"`)) }];
        });
        return html.replace(place, () => JSON.stringify(Object.fromEntries(list)));
      },
    },
  };
}
