// Build plugins for the table of pages (src/shared/lib/pages: publicPages.ts, memberPages.ts). The table with its
// descriptions and marks is only for authors of pages: a phone gets the values it needs and the list of modules.
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { memberPages } from '../src/shared/lib/pages/memberPages.ts';
import type { MemberRow, PublicRow } from '../src/shared/lib/pages/pageRow.ts';
import * as pageTable from '../src/shared/lib/pages/pageTable.ts';
import { publicPages } from '../src/shared/lib/pages/publicPages.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'src', 'shared', 'lib', 'pages');
const routes = join(root, 'src', 'app', 'routes');

/** A list of page modules, one file of the build: `first` is loaded with the route table, the others on demand. */
type List = 'first' | 'site' | 'member' | 'settings';

/** Path that each list would have if it were written by hand; sizes and the worker's tiers identify it by that path. */
const listFiles: Record<List, string> = {
  first: join(routes, 'firstPages.ts'),
  site: join(routes, 'sitePages.ts'),
  member: join(routes, 'memberPages.ts'),
  settings: join(routes, 'settingsPages.ts'),
};

type Entry = { name: string; module: string };

function entriesOf(list: List): Entry[] {
  const publicRows: [string, PublicRow][] = Object.entries(publicPages);
  const memberRows: [string, MemberRow][] = Object.entries(memberPages);
  const rows = [
    ...publicRows.map(([name, row]) => ({ name, module: row.module, list: row.list ?? 'site' })),
    ...memberRows.map(([name, row]) => ({ name, module: row.module, list: row.list ?? 'member' })),
  ];
  return rows.filter((row) => row.list === list);
}

/**
 * The code of a list: for each page name an import of its module. Pages that share a module share one import function.
 */
export function listText(list: List): string {
  const entries = entriesOf(list);
  const modules = [...new Set(entries.map(({ module }) => module))];
  const lines = [
    ...modules.map((module, place) => `const load${place} = () => import('./${module}.tsx');`),
    'export const modules = {',
    ...entries.map(({ name, module }) => `  ${name}: load${modules.indexOf(module)},`),
  ];
  // The settings list is loaded from the list of member pages.
  if (list === 'member') {
    lines.unshift(
      "import { loadAgain } from '#shared/lib/loading/loadAgain.ts';",
      "const settings = loadAgain(() => import('virtual:pages/settings'));",
      'const inSettings = (name) => async () => (await settings()).modules[name]();',
    );
    lines.push(...entriesOf('settings').map(({ name }) => `  ${name}: inSettings('${name}'),`));
  }
  return [...lines, '};', ''].join('\n');
}

/** Gives the app its lists of route modules, as `virtual:pages/first` and so on. */
export function pageModules(): Plugin {
  const files = Object.entries(listFiles) as [List, string][];
  return {
    name: 'page-modules',
    enforce: 'pre',
    resolveId: (id) => files.find(([list]) => id === `virtual:pages/${list}`)?.[1],
    load(id) {
      const list = files.find(([, file]) => id === file)?.[0];
      return list && listText(list);
    },
  };
}

/** Replaces pageTable.ts by its values, for page and worker. If a module imports the table itself, the build fails. */
export function pageValues(): Plugin {
  const values = Object.entries(pageTable).map(
    ([name, value]) => `export const ${name} = ${JSON.stringify(value)};`,
  );
  const table = ['publicPages.ts', 'memberPages.ts'].map((name) => join(folder, name));
  return {
    name: 'page-values',
    enforce: 'pre',
    load(id) {
      if (table.includes(id)) this.error(`${id} is not for the page: take what it needs from pageTable.ts.`);
      return id === join(folder, 'pageTable.ts') ? values.join('\n') : undefined;
    },
  };
}
