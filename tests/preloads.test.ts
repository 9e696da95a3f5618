import { expect, it } from 'vitest';
import { preloads } from '../scripts/preloads.ts';

/** Which of `modules` a chunk names for its `import()` of `file`. */
function named(file: string, modules: string[], hostId: string): string[] {
  const { plugin, resolve } = preloads();
  const chunks = {
    'react.js': [],
    'entry.js': ['react.js'],
    'forms.js': ['react.js'],
    'page.js': ['entry.js', 'forms.js'],
  };
  const bundle = Object.fromEntries(
    Object.entries(chunks).map(([name, imports]) => [name, { type: 'chunk', imports }]),
  );
  const { generateBundle } = plugin;
  if (typeof generateBundle !== 'object') throw new Error('no hook');
  generateBundle.handler.call({} as never, {} as never, bundle as never, true);
  return resolve(file, modules, { hostId, hostType: hostId.endsWith('.html') ? 'html' : 'js' });
}

it('names what an import needs beside its chunk, without what its page has already', () => {
  const needed = ['screen.js', 'react.js', 'forms.js', 'lists.js'];
  expect(named('screen.js', needed, 'entry.js')).toEqual(['screen.js', 'forms.js', 'lists.js']);
  expect(named('screen.js', needed, 'page.js')).toEqual(['screen.js', 'lists.js']);
  expect(named('entry.js', needed, 'index.html')).toEqual(needed);
});

it('names nothing for what comes behind the page', () => {
  expect(named('assets/lateBars-1234.js', ['lists.js'], 'entry.js')).toEqual([]);
  expect(named('assets/homeBars-1234.js', ['lists.js'], 'entry.js')).toEqual(['lists.js']);
});
