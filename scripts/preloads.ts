// Which chunks an `import()` brings beside its own: the bundler writes their names into the file that has the
// `import()`, 14 bytes each in a guest's first page.
import type { ModulePreloadOptions, Plugin, Rollup } from 'vite';

/**
 * Chunks that are fetched once the page stands and that nobody waits for. A link for each of their modules would bring
 * them in one step instead of two or three, and hold a slow phone for 100 ms in one go.
 */
const isBehindThePage = /\/(publicStore|HomeBlocks|lateBars|registerWorker|memberEnd)-/;

type Resolve = NonNullable<Exclude<ModulePreloadOptions, boolean>['resolveDependencies']>;

/** The plugin looks at the finished chunks; `resolve` names for an `import()` those that are not loaded already. */
export function preloads(): { plugin: Plugin; resolve: Resolve } {
  let bundle: Rollup.OutputBundle = {};
  /** A chunk and all that is loaded before it can run. */
  const loadedWith = (file: string, seen = new Set<string>()): Set<string> => {
    const chunk = bundle[file];
    if (seen.has(file) || chunk?.type !== 'chunk') return seen;
    seen.add(file);
    for (const next of chunk.imports) loadedWith(next, seen);
    return seen;
  };
  return {
    plugin: {
      name: 'preloads',
      apply: 'build',
      // Before the bundler writes the names.
      generateBundle: {
        order: 'pre',
        handler(_, chunks) {
          bundle = chunks;
        },
      },
    },
    resolve(file, modules, { hostId }) {
      if (isBehindThePage.test(file)) return [];
      const loaded = loadedWith(hostId);
      return modules.filter((module) => !loaded.has(module));
    },
  };
}
