import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { builtHead, framedHead, servedHead } from '#app/prerender/heads.ts';
import { trailOf } from '#app/shell/navigation.ts';
import { barePlaces, branches, morePlaces, places } from '#app/shell/places.ts';
import { isAppRoute } from '#shared/lib/pages/appRoutes.ts';
import { builtFileAt, framedFileAt } from '#shared/lib/pages/builtPages.ts';
import { memberPages } from '#shared/lib/pages/memberPages.ts';
import type { MemberRow, PublicRow } from '#shared/lib/pages/pageRow.ts';
import {
  builtPages,
  directPages,
  framedPages,
  memberRoutes,
  type PageName,
  patterns,
  publicRoutes,
  servedPages,
} from '#shared/lib/pages/pageTable.ts';
import { publicPages } from '#shared/lib/pages/publicPages.ts';
import { servedPageAt } from '#shared/lib/pages/servedPages.ts';
import { listText, pageValues } from '../scripts/pagePlugins.ts';
import { measuredRoutes } from '../scripts/size.ts';
import { allScreens, type Ids } from './e2e/screens/screens.ts';

/**
 * The table of pages (src/shared/lib/pages/publicPages.ts, memberPages.ts) and everything that is made from it, or that
 * has to agree with it.
 */
const root = join(import.meta.dirname, '..');
const routes = join(root, 'src', 'app', 'routes');
const publicRows = Object.entries<PublicRow>(publicPages);
const memberRows = Object.entries<MemberRow>(memberPages);
const rows = [...publicRows, ...memberRows];

/** An address of a page, with something in the place of what is variable. */
const example = (path: string) => path.replaceAll(/:[^/]+/g, '7');

describe('rows and route modules', () => {
  test.each(rows)('the module of %s is there', (_, { module }) => {
    const text = readFileSync(join(routes, `${module}.tsx`), 'utf8');
    expect(text).toMatch(/export (function Component\b|\{[^}]*\bComponent\b|const Component\b)/);
  });

  test('every route module has a row', () => {
    const files = readdirSync(routes, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.tsx'),
    );
    const modules = files
      .filter((file) =>
        /export (function|const) Component\b|export \{[^}]*\bas Component\b/.test(
          readFileSync(join(routes, file), 'utf8'),
        ),
      )
      .map((file) => file.replaceAll('\\', '/').replace(/\.tsx$/, ''));
    const named = new Set(rows.map(([, { module }]) => module));
    // Stands around all member pages.
    expect(modules.filter((module) => !named.has(module) && module !== 'mypage/memberRoot')).toEqual([]);
    expect(modules.length).toBeGreaterThan(40);
  });

  test('each page is in one list of modules, and the lists name no others', () => {
    const names = (['first', 'site', 'member', 'settings'] as const).map((list) =>
      [...listText(list).matchAll(/^ {2}(\w+): load/gm)].map(([, name = '']) => name),
    );
    expect(names.flat().sort()).toEqual(rows.map(([name]) => name).sort());
    expect(names[0]).toEqual(['home', 'parent', 'login', 'maintenance']);
    expect(listText('member')).toContain("account: inSettings('account')");
  });

  test('no two pages have the same address, and members have theirs below their area', () => {
    const paths = rows.map(([, { path }]) => path);
    expect(new Set(paths).size).toBe(rows.length);
    for (const [, { path }] of publicRows) expect(path).not.toMatch(/^\/mypage/);
    for (const [, { path }] of memberRows) expect(path).toMatch(/^\/mypage(\/|$)/);
  });
});

describe('what is made from the table', () => {
  test.each(rows)(
    '%s is an address of the app, with its title in the route table',
    (name, { path, title }) => {
      expect(isAppRoute(example(path))).toBe(true);
      expect(patterns[name as PageName]).toBe(path);
      const titles = [...publicRoutes, ...memberRoutes].map(
        ([, group]) => (group as Record<string, string>)[name],
      );
      expect(titles.filter((one) => one !== undefined)).toEqual([title]);
    },
  );

  test.each(publicRows)('the HTML of %s is made in the way its row says', (name, { path, html }) => {
    const address = example(path);
    expect(builtFileAt(address)).toBe(html === 'built' ? `/pages/${name}.html` : null);
    expect(framedFileAt(address)).toBe(html === 'framed' ? `/frames/${name}.html` : null);
    expect(servedPageAt(address)).toBe(html === 'served' ? name : null);
  });

  test('a page that the browser answers without the worker is one with a file of the build', () => {
    expect(directPages).toContain('/');
    for (const path of directPages) expect(builtFileAt(path), path).not.toBeNull();
  });

  test('heads say the title and the description of the row, and hide what is nobody else’s', () => {
    for (const name of builtPages) {
      const { title, description, isUnlisted, hasPicture, needsScript }: PublicRow = publicPages[name];
      expect(builtHead(name)).toMatchObject({ title, description });
      expect(builtHead(name).isUnlisted ?? false).toBe(isUnlisted ?? false);
      expect(builtHead(name).needsScript ?? false).toBe(needsScript ?? false);
      expect(builtHead(name).image.includes(name)).toBe(hasPicture ?? false);
      if (hasPicture) expect(existsSync(join(root, 'public', builtHead(name).image)), name).toBe(true);
    }
    for (const name of framedPages) {
      const { title, description }: PublicRow = publicPages[name];
      expect(framedHead(name)).toMatchObject({ title, description, isUnlisted: true, canonical: null });
    }
    const main = {
      name: 'x',
      summary: 's',
      thumbnail: null,
      sample: null,
      catch_copy: 'c',
      photo: null,
      title: 't',
      slug: 's',
      hero: { lead: 'l' },
      year: 2025,
    };
    for (const name of servedPages) {
      expect(servedHead(name, main).description, name).not.toBe('');
      if (!patterns[name].includes(':')) expect(servedHead(name, main).title).toBe(publicPages[name].title);
    }
  });

  test('a page that search engines may list is not one they are told to hide', () => {
    for (const [name, { isListed, html, isUnlisted }] of publicRows)
      if (isListed) expect([name, html === 'framed', isUnlisted ?? false]).toEqual([name, false, false]);
  });

  test('the page gets values, never the table', () => {
    const load = pageValues().load as (
      this: { error: (text: string) => never },
      id: string,
    ) => string | undefined;
    const context = {
      error: (text: string): never => {
        throw new Error(text);
      },
    };
    const at = (name: string) => load.call(context, join(root, 'src', 'shared', 'lib', 'pages', name));
    expect(at('pageTable.ts')).toContain('"about":"/about"');
    expect(at('pageTable.ts')).not.toContain(publicPages.about.description);
    expect(() => at('publicPages.ts')).toThrow('not for the page');
    expect(at('paths.ts')).toBeUndefined();
  });
});

describe('lists that are written by hand', () => {
  it('index.html holds back from members what is made for guests alone', () => {
    const html = readFileSync(join(root, 'index.html'), 'utf8');
    const source = /if \(!\/(.*)\/\.test\(location\.pathname\)\) return;/.exec(html)?.[1] ?? '(no such line)';
    const held = new RegExp(source);
    for (const [name, { path, isHeldBack = false }] of publicRows)
      expect([name, held.test(example(path))]).toEqual([name, isHeldBack]);
    for (const [name, { path }] of memberRows)
      expect([name, held.test(example(path))]).toEqual([name, false]);
  });

  it('the way up from a page leads to pages', () => {
    for (const [name, { path, title }] of rows) {
      for (const { to } of trailOf(example(path), title))
        expect([name, to === null || rows.some(([, row]) => example(row.path) === to)]).toEqual([name, true]);
    }
    // The shell of a guest's page does not know the table: it says the titles of few pages again.
    const shorter: Record<string, string> = {
      '/': 'ホーム',
      '/inquiry': 'お問い合わせの確認',
      '/mypage/mockexam/7': '模試の詳細',
    };
    for (const { to, title } of rows.flatMap(([, { path }]) => trailOf(example(path), 'here'))) {
      const row = rows.find(([, { path }]) => example(path) === to)?.[1];
      if (to !== null) expect([to, title]).toEqual([to, shorter[to] ?? row?.title]);
    }
    for (const { to } of [...places, ...morePlaces, ...barePlaces])
      expect(Object.values<string>(patterns)).toContain(to);
    const isBranch = (prefix: string) =>
      Object.values<string>(patterns).some((path) => path === prefix || path.startsWith(`${prefix}/`));
    expect(branches.map(([prefix]) => prefix).filter((prefix) => !isBranch(prefix))).toEqual([]);
  });

  it('sizes are measured of modules that pages have', () => {
    const lists = ['src/app/routes/memberPages.ts', 'src/app/routes/mypage/memberRoot.tsx'];
    const modules = [...rows.map(([, { module }]) => `src/app/routes/${module}.tsx`), ...lists];
    expect(
      measuredRoutes.flatMap((route) => route.modules).filter((module) => !modules.includes(module)),
    ).toEqual([]);
    for (const { route } of measuredRoutes) expect(Object.values<string>(patterns)).toContain(route);
  });
});

describe('what is looked at in every way', () => {
  /** Pages that show something only after somebody has done something, with the tests that have done it. */
  const elsewhere: Partial<Record<PageName, string>> = {
    contactComplete: 'tests/e2e/screens/support.spec.ts',
    paymentCompleteBank: 'tests/e2e/shop/history.spec.ts',
    paymentCompleteCredit: 'tests/e2e/shop/history.spec.ts',
    paymentCompleteSubscribe: 'tests/e2e/shop/planLooks.spec.ts',
    resume: 'tests/e2e/screens/installed.spec.ts',
    share: 'tests/e2e/screens/installed.spec.ts',
    historyDetail: 'tests/e2e/shop/history.spec.ts',
    historyPurchase: 'tests/e2e/shop/history.spec.ts',
    historySubscribe: 'tests/e2e/shop/planLooks.spec.ts',
    couponDetail: 'tests/e2e/shop/coupons.spec.ts',
    mockexamExam: 'tests/e2e/exam/looks.spec.ts',
    mockexamCheckpage: 'tests/e2e/exam/looks.spec.ts',
  };

  test('every page is among the screens of the browser tests, or says where it is looked at', () => {
    const ids = new Proxy({} as Ids, { get: () => '7' });
    const shown = allScreens.map(({ path }) => path(ids).split('?', 1)[0] ?? '');
    const fits = (path: string) => new RegExp(`^${path.replaceAll(/:[^/]+/g, '[^/]+')}$`);
    const missing = rows
      .filter(([, { path }]) => !shown.some((address) => fits(path).test(address)))
      .map(([name]) => name);
    expect(missing).toEqual(Object.keys(elsewhere));
    expect(Object.values(elsewhere).filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });
});
