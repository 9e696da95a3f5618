import { join } from 'node:path';
import { build, type Rollup } from 'vite';
import { expect, it } from 'vitest';
import { usedRouter, withoutNames } from '../scripts/usedRouter.ts';

const file = join(import.meta.dirname, '../node_modules/react-router/dist/production/index.mjs');

/** The code that a page gets which imports `names` from the router. */
async function built(names: string, plugins = [usedRouter()]): Promise<string> {
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      ...plugins,
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? id : null),
        load: (id) => (id === 'page' ? `export { ${names} } from ${JSON.stringify(file)};` : null),
      },
    ],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: 'page',
        preserveEntrySignatures: 'strict',
        external: ['react', 'react-dom'],
      },
    },
  })) as Rollup.RollupOutput;
  return result.output.map((one) => ('code' in one ? one.code : '')).join('\n');
}

it('a page that has no form gets neither the router’s form nor what that needs', async () => {
  // Without the plugin the names alone keep what nobody imports.
  expect(await built('Link', [])).toContain('.displayName');
  const used = await built('Link');
  expect(used).toContain('LinkWithRef');
  for (const part of ['FormWithRef', 'NavLinkWithRef', 'useSubmit', '.displayName'])
    expect(used).not.toContain(part);
  expect(await built('Link, NavLink')).toContain('NavLinkWithRef');
});

it('leaves everything else', () => {
  const code = [
    'var Link = React10.forwardRef(',
    'Link.displayName = "Link";',
    'let name = route.displayName || "Link";',
    'let { displayName } = React10.createContext(null);',
  ].join('\n');
  expect(withoutNames(code)).toBe(
    [
      'var Link = /* @__PURE__ */ React10.forwardRef(',
      '',
      'let name = route.displayName || "Link";',
      'let { displayName } = React10.createContext(null);',
    ].join('\n'),
  );
});
