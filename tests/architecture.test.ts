import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { forTypesOnly, looseFiles, serverGround, shelves, zones } from '../scripts/zones.ts';
import { eachNode, isNode, root, sourceFiles } from './sources.ts';

/**
 * Walks every import of the code and holds it to the rules of architecture.md 2: imports go one way
 * (app → features → shared → contracts), runtimes do not mix, and nothing imports in a circle.
 */
type Import = { file: string; target: string; isType: boolean };

/** The project's file that `specifier` means when written in `file`; packages stay as they are. */
function target(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(file), specifier));
  const alias = Object.entries(packageJson.imports).find(([name]) => specifier.startsWith(name.slice(0, -1)));
  return alias ? specifier.replace(alias[0].slice(0, -1), alias[1].slice(2, -1)) : specifier;
}

function importsOf(file: string, text: string): Import[] {
  const imports: Import[] = [];
  eachNode(file, text, ({ source, importKind, exportKind }) => {
    const specifier = isNode(source) ? source.value : undefined;
    if (typeof specifier !== 'string') return;
    imports.push({ file, target: target(file, specifier), isType: (importKind ?? exportKind) === 'type' });
  });
  return imports;
}

/** What an import breaks, or `null`. The rules live in scripts/zones.ts, which also makes the lint zones of them. */
function broken({ file, target, isType }: Import): string | null {
  const zone = zones().find(({ folder }) => file.startsWith(`${folder}/`));
  if (!zone || target.startsWith(`${zone.folder}/`)) return null;
  if (forTypesOnly.includes(target) && !isType) {
    return `${file} must import types only from ${target}: it puts together what lies above.`;
  }
  const isOurs = /^(src|sw|server|tests|bench|scripts)\//.test(target);
  if (isOurs && !zone.mayImport.some((path) => target.startsWith(path))) {
    return `${file} must not import ${target}: ${zone.reason}`;
  }
  if (!isOurs && zone.onlyPackages && !zone.onlyPackages.some((name) => target.startsWith(name))) {
    return `${file} must not import the package ${target}: ${zone.reason}`;
  }
  return null;
}

/** Most lines of a route module: enough to read the address and the session and to join features. */
const longestRoute = 60;

/** Why a module of `src/app/routes` is no thin route module, or `null`; also for what is no route module at all. */
function thickness(file: string, text: string): string | null {
  if (!/export (?:(?:async )?(?:function|const) Component\b|\{[^}]*\bComponent\b)/.test(text)) return null;
  const lines = text.trimEnd().split('\n').length;
  if (lines > longestRoute) return `${file} has ${lines} lines: what a page shows belongs to a feature.`;
  const own = importsOf(file, text).find(
    ({ target }) => target.startsWith('src/app/') && /(\.css|[tT]exts\.ts)$/.test(target),
  );
  if (own) return `${file} has a look or words of its own: ${own.target}.`;
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
  const words = /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]+/u.exec(code);
  return words && `${file} has words of its own: ${words[0]}.`;
}

/** Circles among value imports; type imports vanish and cannot break anything. */
function circles(imports: Import[]): string[] {
  const edges = new Map<string, string[]>();
  for (const { file, target, isType } of imports) {
    if (!isType) edges.set(file, [...(edges.get(file) ?? []), target]);
  }
  const found: string[] = [];
  const done = new Set<string>();
  const walk = (file: string, path: string[]): void => {
    const at = path.indexOf(file);
    if (at >= 0) {
      found.push([...path.slice(at), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of edges.get(file) ?? []) walk(next, [...path, file]);
    done.add(file);
  };
  for (const file of edges.keys()) walk(file, []);
  return found;
}

/** Pairs of nouns of the server's domain of which each imports the other, also types alone. */
function mutualNouns(all: readonly Import[]): string[] {
  const nounOf = (path: string) => /^server\/domain\/(\w+)\//.exec(path)?.[1];
  const edges = new Set(
    all.flatMap(({ file, target }) => {
      const [from, to] = [nounOf(file), nounOf(target)];
      return from && to ? [`${from} – ${to}`] : [];
    }),
  );
  return [...edges]
    .filter((edge) => {
      const [from = '', to = ''] = edge.split(' – ');
      return from < to && edges.has(`${to} – ${from}`);
    })
    .sort();
}

/** Files of a floor of the server that ask the database with queries of their own. */
function asking(all: readonly Import[], floor: string): string[] {
  const isIts = ({ file }: Import) => file.startsWith(`server/${floor}/`) && !/\.test\.ts$/.test(file);
  const isQuery = ({ target, isType }: Import) =>
    !isType && (/^drizzle-orm(\/|$)/.test(target) || target.startsWith('server/db/schema/'));
  return [...new Set(all.filter((one) => isIts(one) && isQuery(one)).map(({ file }) => file))].sort();
}

/** Whether a source calls the payment gateway; its notifications are read, and its abilities known, elsewhere too. */
function asksGateway(text: string): boolean {
  return /\bgateway\s*\.\s*(?!capabilities\b|readNotification\b|takesNotificationFrom\b)\w+\(/.test(text);
}

const files = ['src', 'sw', 'server'].flatMap(sourceFiles);
const imports = files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')));

describe('architecture', () => {
  it('reads every source file', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(imports.length).toBeGreaterThan(files.length);
  });

  it('imports go one way only', () => {
    const runtime = imports.filter(({ file }) => !/\.test\.tsx?$/.test(file));
    expect(runtime.flatMap((one) => broken(one) ?? [])).toEqual([]);
  });

  it('has every shelf of the library in a row of its own order, and files beside them that know no shelf', () => {
    const library = 'src/shared/lib';
    const entries = readdirSync(join(root, library), { withFileTypes: true });
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
    expect(folders.sort()).toEqual(shelves.flat().sort());
    const beside = entries.filter((entry) => entry.isFile()).map(({ name }) => `${library}/${name}`);
    expect(beside.sort()).toEqual([...looseFiles].sort());
    const fromBeside = imports.filter(
      ({ file, target }) => beside.includes(file) && target.startsWith(library),
    );
    expect(fromBeside).toEqual([]);
  });

  it('brings no layer of the server with what every layer may use', () => {
    const ground = serverGround.filter((file) => file.startsWith('server/') && !forTypesOnly.includes(file));
    const values = imports.filter(({ file, isType }) => ground.includes(file) && !isType);
    const found = values.filter(({ target }) => target.startsWith('server/') && !ground.includes(target));
    // The settings of the payment are read with all others; they know no layer themselves.
    expect(found.map(({ file, target }) => `${file} → ${target}`)).toEqual([
      'server/config.ts → server/payment/settings.ts',
    ]);
  });

  it('imports never go in a circle', () => {
    expect(circles(imports)).toEqual([]);
  });

  it('has no new pair of nouns of the domain that know each other (decisions.md 34)', () => {
    const runtime = imports.filter(({ file }) => !/\.test\.ts$/.test(file));
    expect(mutualNouns(runtime)).toEqual([
      'attempt – examResult',
      'card – order',
      'card – subscription',
      'cart – checkout',
      'cart – coupon',
      'checkout – guardianOrder',
      'checkout – order',
      'document – order',
      'examResult – review',
      'guardianOrder – order',
      'operator – order',
      'order – refund',
      'order – subscription',
      'refund – subscription',
    ]);
    const edge = (from: string, to: string): Import => ({
      file: `server/domain/${from}/a.ts`,
      target: `server/domain/${to}/b.ts`,
      isType: true,
    });
    expect(mutualNouns([edge('cart', 'page'), edge('page', 'cart'), edge('cart', 'site')])).toEqual([
      'cart – page',
    ]);
  });

  it('leaves queries to the domain: endpoints have none, and answers no more than today (architecture.md 3)', () => {
    expect(asking(imports, 'routes')).toEqual([]);
    expect(asking(imports, 'present')).toEqual([
      'server/present/examAttempt.ts',
      'server/present/guardianOrder.ts',
    ]);
    // The stored answers of writes belong to these two alone.
    expect(asking(imports, 'middleware')).toEqual([
      'server/middleware/requestSeal.ts',
      'server/middleware/write.ts',
    ]);
    const text = (specifier: string, kind = '') => `import ${kind}{ a } from '${specifier}';`;
    const inRoutes = (code: string) =>
      asking(importsOf('server/routes/faq/routes.ts', code), 'routes').length;
    expect(inRoutes(text('drizzle-orm'))).toBe(1);
    expect(inRoutes(text('../../db/schema/pages.ts'))).toBe(1);
    expect(inRoutes(text('../../db/schema/pages.ts', 'type '))).toBe(0);
    expect(inRoutes(text('../../db/transaction.ts'))).toBe(0);
  });

  it('reads the code that makes the demo, whose content alone is left out', () => {
    expect(files).toContain('server/content/demoExams/loadTakers.ts');
    expect(files.filter((file) => file.startsWith('server/demo/'))).toEqual([]);
  });

  it('has no barrels and no drawers', () => {
    const drawers = files.filter((file) => /\/(index|utils|helpers|common|misc)\.tsx?$/.test(file));
    expect(drawers).toEqual(['sw/index.ts']);
  });

  it('keeps files small', () => {
    const long = files.filter((file) => readFileSync(join(root, file), 'utf8').split('\n').length > 400);
    expect(long.filter((file) => !/\.test\.tsx?$/.test(file))).toEqual([]);
  });

  it('talks to the payment gateway from the executor and the searches alone (money.md 3)', () => {
    const isItself = /\.test\.ts$|^server\/(?:testing|payment|gateway)\/|^server\/startGateway/;
    const callers = sourceFiles('server').filter(
      (file) => !isItself.test(file) && asksGateway(readFileSync(join(root, file), 'utf8')),
    );
    expect(callers.sort()).toEqual([
      'server/domain/card/job.ts',
      'server/domain/card/send.ts',
      'server/domain/operator/compare.ts',
      'server/domain/order/ahead.ts',
      'server/domain/order/observe.ts',
      'server/domain/order/probe.ts',
      'server/domain/order/send.ts',
    ]);
    expect(asksGateway('await deps.gateway.search({ gatewayOrderId, method })')).toBe(true);
    expect(asksGateway('deps.gateway.capabilities.kind')).toBe(false);
  });

  it('has thin route modules: looks and words belong to features', () => {
    const routes = sourceFiles('src/app/routes').map(
      (file) => [file, readFileSync(join(root, file), 'utf8')] as const,
    );
    expect(routes.flatMap(([file, text]) => thickness(file, text) ?? [])).toEqual([]);
  });

  it('notices a route module that is fat, has a look or has words', () => {
    const page = 'export function Component() { return null; }';
    const judged = [
      page,
      `/** 圖 */ ${page}`,
      `${page}${'\n// more'.repeat(longestRoute)}`,
      `import styles from './home.module.css'; ${page}`,
      `import { texts } from './homeTexts.ts'; ${page}`,
      "export function Component() { return 'ようこそ'; }",
      "export { Home as Component } from './Home.tsx'; const title = 'ようこそ';",
      "export const Component = () => 'ようこそ';",
      `import { texts } from './homeTexts.ts'; export function HomeScreen() {}`,
    ].map((text) => thickness('src/app/routes/public/home.tsx', text) !== null);
    expect(judged).toEqual([false, false, true, true, true, true, true, true, false]);
  });

  it('notices a forbidden import, a foreign package and a circle', () => {
    const offending = importsOf(
      'src/features/watch/model.ts',
      `import { a } from '#features/bookmark/model.ts';
       import type { b } from '#app/router.tsx';
       import { c } from '#contracts/page.ts';
       const d = import('../../../server/app.ts');
       export { e } from '#shared/lib/time/clock.ts';`,
    );
    expect(offending.map((one) => broken(one) !== null)).toEqual([true, true, false, true, false]);
    expect(broken({ file: 'src/contracts/page.ts', target: 'react', isType: false })).toContain('react');
    const edge = (file: string, target: string): Import => ({ file, target, isType: false });
    const shelf = (from: string, to: string) =>
      broken(edge(`src/shared/lib/${from}/a.ts`, `src/shared/lib/${to}`)) !== null;
    expect(shelf('transport', 'account/session.ts')).toBe(true);
    expect(shelf('outbox', 'mirror/sync.ts')).toBe(true);
    expect(shelf('account', 'transport/line.ts')).toBe(false);
    expect(shelf('transport', 'errors.ts')).toBe(false);
    const ofDeps = edge('server/db/client.ts', 'server/deps.ts');
    expect(broken(ofDeps)).toContain('types only');
    expect(broken({ ...ofDeps, isType: true })).toBeNull();
    expect(broken(edge('server/cli/run.ts', 'server/deps.ts'))).toBeNull();
    expect(circles([edge('a', 'b'), edge('b', 'c'), edge('c', 'a')])).toEqual(['a → b → c → a']);
    expect(circles([edge('a', 'b'), { ...edge('b', 'a'), isType: true }])).toEqual([]);
  });
});

describe('lint zones', () => {
  it('match the folders (node scripts/zones.ts writes biome.zones.json anew)', async () => {
    const { lintZones } = await import('../scripts/zones.ts');
    expect(JSON.parse(readFileSync(join(root, 'biome.zones.json'), 'utf8'))).toEqual(lintZones());
  });

  it('show what a file of the server may not import while it is written, by either way to write it', () => {
    const files = [
      {
        file: 'server/routes/cart/view.ts',
        wrong: [
          '../order/view.ts',
          '#server/routes/order/view.ts',
          '../learning/routes.ts',
          '../../cli/run.ts',
          '#server/app.ts',
        ],
        right: [
          './view.ts',
          '../../domain/order/store.ts',
          '#server/domain/order/store.ts',
          '../../push/send.ts',
        ],
      },
      {
        file: 'server/routes/learning/routes.ts',
        wrong: ['../../domain/order/store.ts', '#server/cli/run.ts'],
        right: ['../order/routes.ts', '../../operation.ts'],
      },
      {
        file: 'server/present/order.ts',
        wrong: ['../routes/order/view.ts', '#server/middleware/auth.ts', '../push/send.ts', '../start.ts'],
        right: ['../domain/order/store.ts', '../db/client.ts', '../mail/send.ts'],
      },
      {
        file: 'server/middleware/auth.ts',
        wrong: ['../present/order.ts', '../routes/order/view.ts', '#server/present/order.ts'],
        right: ['../domain/order/store.ts', '../static/etag.ts'],
      },
      {
        file: 'server/domain/order/store.ts',
        wrong: [
          '../../present/order.ts',
          '#server/routes/order/view.ts',
          '../../push/send.ts',
          '../../cli/run.ts',
          '../../app.ts',
        ],
        right: ['../push/store.ts', '../../db/client.ts', '../../mail/send.ts', '#server/db/client.ts'],
      },
      {
        file: 'server/push/send.ts',
        wrong: ['../present/order.ts', '#server/cli/run.ts'],
        right: ['../domain/push/store.ts', '../db/client.ts'],
      },
      {
        file: 'server/mail/send.ts',
        wrong: ['../domain/order/store.ts', '../papers/make.ts', '#server/payment/port.ts'],
        right: ['../db/client.ts', './letter.ts', '../log.ts'],
      },
      {
        file: 'server/db/client.ts',
        wrong: ['../domain/order/store.ts', '../mail/send.ts', '#server/domain/order/store.ts'],
        right: ['./schema/order.ts', '../log.ts'],
      },
    ];
    const project = mkdtempSync(join(tmpdir(), 'konomanavi-zones-'));
    onTestFinished(() => rmSync(project, { recursive: true }));
    for (const { file, wrong, right } of files) {
      const targets = [...wrong, ...right];
      const imports = targets.map((target, at) => `import { a${at} } from '${target}';`);
      mkdirSync(dirname(join(project, file)), { recursive: true });
      writeFileSync(
        join(project, file),
        [...imports, `export const all = [${targets.map((_, at) => `a${at}`).join()}];`].join('\n'),
      );
    }
    copyFileSync(join(root, 'biome.zones.json'), join(project, 'biome.json'));
    const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const options = [
      'lint',
      '--reporter=github',
      '--max-diagnostics=none',
      '--only=style/noRestrictedImports',
      '.',
    ];
    const run = spawnSync(process.execPath, [biome, ...options], { cwd: project, encoding: 'utf8' });
    const shown = [...`${run.stdout}${run.stderr}`.matchAll(/noRestrictedImports,file=(.+?),line=(\d+)/g)];
    const refused = files.map(({ file, wrong, right }) => ({
      file,
      refused: shown
        .filter(([, where = '']) => where.endsWith(`/${file}`))
        .map(([, , line]) => [...wrong, ...right][Number(line) - 1]),
    }));
    expect(refused).toEqual(files.map(({ file, wrong }) => ({ file, refused: wrong })));
  });
});
