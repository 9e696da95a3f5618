import { describe, expect, it } from 'vitest';
import { type Rule, usedRules, withoutUnasked } from './usedRules.ts';

const names = { classes: new Set(['card', 'name', 'w-1/2']), tags: new Set(['html', 'body', 'a', 'svg']) };

function style(selectorText: string): Rule {
  return { selectorText, cssText: `${selectorText} { color: red; }` };
}

function group(prelude: string, ...cssRules: Rule[]): Rule {
  return { cssText: `${prelude} { … }`, cssRules };
}

function isUsed(selector: string): boolean {
  return usedRules([style(selector)], names) !== '';
}

describe('the rules of a stored screen', () => {
  it.each([
    '.card',
    '.card .name:hover',
    'a',
    '*',
    ':root',
    'html',
    ':root[data-mantine-color-scheme="dark"] .card',
    "[data-font-scale='large'] .name",
    '.gone, .card > a',
    '.card:not(.gone)',
    '.card:is(.gone, .name:not(.other))::before',
    '.w-1\\/2',
  ])('hold %s, which the screen shows or may show in another theme or state', (selector) => {
    expect(isUsed(selector)).toBe(true);
  });

  it.each(['.gone', '.card .gone', 'table', '.card > video', '.card.gone:hover', 'a.gone, table'])(
    'do not hold %s',
    (selector) => {
      expect(isUsed(selector)).toBe(false);
    },
  );

  it('stay in their order and in their groups', () => {
    const rules = [
      { cssText: '@layer mantine, ours;' },
      style('.card'),
      group('@media (min-width: 60em)', style('.name'), style('.gone')),
      group('@layer mantine', group('@supports (inset: 0)', style('.gone'))),
      style('a'),
    ];
    expect(usedRules(rules, names)).toBe(
      [
        '@layer mantine, ours;',
        '.card { color: red; }',
        '@media (min-width: 60em) {\n.name { color: red; }\n}',
        'a { color: red; }',
      ].join('\n'),
    );
  });

  it('hold a motion and a font only when a rule speaks of them', () => {
    const moving = (name: string): Rule => ({ cssText: `@keyframes ${name} { … }`, cssRules: [] });
    const font = (name: string): Rule => ({ cssText: `@font-face { font-family: ${name}; src: url("/a") }` });
    const card = { selectorText: '.card', cssText: '.card { animation: arrive 1s; font: 1em KaTeX_Main; }' };
    const text = usedRules(
      [moving('arrive'), moving('leave'), font('KaTeX_Main'), font('Other'), card],
      names,
    );
    expect(text).toContain('@keyframes arrive');
    expect(text).toContain('KaTeX_Main; src');
    expect(text).not.toContain('leave');
    expect(text).not.toContain('Other');
  });

  it('cannot end the element they stand in', () => {
    const rule = { selectorText: 'a', cssText: 'a::before { content: "</style><script>"; }' };
    expect(usedRules([rule], names)).not.toContain('</');
  });
});

describe('the values of a theme', () => {
  it('stay when a rule, a value that stays, or the markup asks for them', () => {
    const style =
      ':root { --a: 1px; --b: var(--a); --c: #fff; --d: "x;y"; color: red; }\n.x { margin: var(--b); }';
    expect(withoutUnasked(style, '<i style="width: var( --c)">').replace(/\s+/g, ' ')).toBe(
      ':root { --a: 1px; --b: var(--a); --c: #fff; color: red; } .x { margin: var(--b); }',
    );
  });

  it('go with the values that alone asked for them', () => {
    expect(withoutUnasked(':root { --a: 1px; --b: var(--a); }', '').replace(/\s+/g, '')).toBe(':root{}');
  });

  it('go also where no blank is left between them', () => {
    expect(withoutUnasked(':root{--a:1px;--b:2px;--c:3px;--d:4px}.x{top:var(--b)}', '')).toBe(
      ':root{--b:2px;}.x{top:var(--b)}',
    );
  });
});
