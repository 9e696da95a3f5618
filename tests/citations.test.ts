import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looseFiles, shelves, zones } from '../scripts/zones.ts';

/**
 * Code, tests and documents cite rules by document and number: `session.md 11.2`, several as `session.md 6.1, 6.4`,
 * `6.6 and 6.7` or `8.1 to 8.4`. Every one must point at something in docs/. Failure modes are cited as `row 65`, with
 * `of money.md 7` behind or `money.md 7, ` before it where the folder does not say which list is meant.
 */
const root = join(import.meta.dirname, '..');

/** Documents with numbers. */
const numbered = [
  'architecture',
  'decisions',
  'exams',
  'money',
  'offline',
  'performance',
  'product',
  'session',
  'specification',
] as const;

const read = (path: string) => readFileSync(join(root, path), 'utf8');

/** Numbers a document has: those of headings, and those in bold or alone in a cell at the beginning of a line. */
function numbersOf(markdown: string): Set<string> {
  const found = [
    ...markdown.matchAll(/^#+ ((?:\d+\.)*(?:\d+|[A-Z]))\.? /gm),
    ...markdown.matchAll(/^(?:- )?\*\*((?:\d+\.)*(?:\d+|[A-Z]))[ .*]/gm),
    ...markdown.matchAll(/^\| ((?:\d+\.)+\d+|V\d+) \|/gm),
  ];
  return new Set(found.map(([, number = '']) => number));
}

const documents = new Map<string, Set<string>>(
  numbered.map((name) => [name, numbersOf(read(`docs/${name}.md`))]),
);

const number = String.raw`(?:V\d+|\d+(?:\.\d+)*(?:\.[A-Z](?![a-z]))?)`;
const citation = new RegExp(
  String.raw`(?<![\w/-])(?:docs/)?(${numbered.join('|')})\.md (${number}(?:(?:, | and | to |–)${number}(?![\w%]))*)`,
  'g',
);

/** What a text cites and is not there, as it stands. */
function lost(text: string): string[] {
  return [...text.matchAll(citation)].flatMap(([, name = '', numbers = '']) =>
    (numbers.match(new RegExp(number, 'g')) ?? [])
      .filter((one) => !documents.get(name)?.has(one))
      .map((one) => `${name}.md ${one}`),
  );
}

/** The rows of the lists of failure modes: a table in exams.md 7, numbered sentences in money.md 7. */
const rows = { exams: tableRows(sevenOf('exams')), money: listRows(sevenOf('money')) };

function sevenOf(name: 'exams' | 'money'): string {
  return (
    read(`docs/${name}.md`)
      .split(/^## /m)
      .find((text) => text.startsWith('7. ')) ?? ''
  );
}

function tableRows(text: string): Set<number> {
  return new Set([...text.matchAll(/^\| (\d+) \|/gm)].map(([, row]) => Number(row)));
}

/** Several may stand in one line, so each is looked for behind the one before. */
function listRows(text: string): Set<number> {
  const found = new Set<number>();
  let rest = text;
  for (let row = 1; ; row += 1) {
    const at = rest.search(new RegExp(String.raw`(?<=^|\s)${row}\. \S`));
    if (at < 0) return found;
    found.add(row);
    rest = rest.slice(at);
  }
}

/** Whose rows a file means by `row 65` alone: the first that fits. */
const placesOfRows: [RegExp, keyof typeof rows][] = [
  [/exam|\/attempt\/|sync-status|content\/questions|databaseClock/i, 'exams'],
  [/shop|order|payment|cart|coupon|checkout|refund|subscription|money|gateway|operator|withdraw/i, 'money'],
  [
    /\/(card|plans?|document|papers|guardianOrder|shared\/form|cli)\/|ownership|freeText|slipLetters|cardNumber/,
    'money',
  ],
  [/^server\/testing\//, 'money'],
];

const wordGap = String.raw`\s+(?:(?:\*|//)\s+)?`;
const rowNumbers = String.raw`\d+(?:(?:, | and | to |–)\d+(?![\w%]))*`;
const rowCitation = new RegExp(
  `(?:(exams|money)\\.md 7,${wordGap})?\\b[Rr]ows?${wordGap}(${rowNumbers})(?:${wordGap}of${wordGap}(exams|money)\\.md 7)?`,
  'g',
);

/** The rows that a text cites and are not there, or of which nobody can tell whose they are. */
function lostRows(file: string, text: string): string[] {
  const [, own] = placesOfRows.find(([place]) => place.test(file)) ?? [];
  return [...text.matchAll(rowCitation)].flatMap(([, before, numbers = '', behind]) => {
    const name = (before ?? behind ?? own) as keyof typeof rows | undefined;
    const cited = (numbers.match(/\d+/g) ?? []).map(Number);
    return cited
      .filter((row) => !name || !rows[name].has(row))
      .map((row) => `${name ?? 'which list?'} row ${row}`);
  });
}

/** Paragraphs of its own that a document cites as `§3.8` and does not have. */
function lostParagraphs(file: string, text: string): string[] {
  const own = documents.get(file.replace(/^docs\/|\.md$/g, ''));
  const cited = [...text.matchAll(/§ ?(\d+(?:\.\d+)*)/g)].map(([, number = '']) => number);
  return cited.filter((number) => !own?.has(number)).map((number) => `§${number}`);
}

/** Forms in which nothing is found: other documents, sections by name, texts that are not in the repository. */
const unreadable = [
  /\b(?:session-contract|design|engines|guidance|faults|model-codebases)\.md\b/,
  /\bspec(?:ification)?,? sections? \d/i,
  /\bissues? (?:\d+|[A-G])(?:[ .][A-G]?\d*)?\b/i,
  new RegExp(String.raw`\b(?:${numbered.join('|')})\.md(?:,? section)? ["§]`),
  new RegExp(String.raw`\b(?:${numbered.join('|')})\.md \d[\d.]*(?:,? entr|,? idea|-\d| [A-Z]\b(?! |$))`),
  new RegExp(String.raw`\b(?:${numbered.join('|')})\.md\s*\n\s*(?:\*|//|#)?\s*(?:\d|V\d)`),
  /\bREADME,? decision/i,
];

/** What of a text cannot be read as a citation, with a few words around it. */
function unread(text: string): string[] {
  return unreadable.flatMap((form) => {
    const found = form.exec(text);
    return found ? [text.slice(Math.max(0, found.index - 20), found.index + 40).replaceAll('\n', ' ')] : [];
  });
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 1 << 26,
})
  .split('\n')
  .filter((file) => /\.(tsx?|mjs|js|css|html|md)$/.test(file) && existsSync(join(root, file)))
  .filter(
    (file) =>
      !/^(server\/(demo|db\/migrations)|dist[\w-]*)\//.test(file) && file !== 'tests/citations.test.ts',
  );

const written = files.map((file) => ({ file, text: read(file) }));

describe('citations', () => {
  it('are found', () => {
    const count = written.flatMap(({ text }) => [...text.matchAll(citation)]).length;
    expect(count).toBeGreaterThan(600);
  });

  it('point at something', () => {
    expect(written.flatMap(({ file, text }) => lost(text).map((one) => `${file}: ${one}`))).toEqual([]);
  });

  it('of failure modes point at a row', () => {
    expect([rows.exams.size, rows.money.size].every((size) => size >= 80)).toBe(true);
    const cited = written.flatMap(({ text }) => [...text.matchAll(rowCitation)]);
    expect(cited.length).toBeGreaterThan(500);
    expect(written.flatMap(({ file, text }) => lostRows(file, text).map((one) => `${file}: ${one}`))).toEqual(
      [],
    );
  });

  it('of a document in itself point at something', () => {
    const docs = written.filter(({ file }) => file.startsWith('docs/'));
    expect(
      docs.flatMap(({ file, text }) => lostParagraphs(file, text).map((one) => `${file}: ${one}`)),
    ).toEqual([]);
  });

  it('have the one form that is checked', () => {
    expect(written.flatMap(({ file, text }) => unread(text).map((one) => `${file}: ${one}`))).toEqual([]);
  });

  it('that are wrong are noticed', () => {
    expect(lost('(session.md 99.9)')).toEqual(['session.md 99.9']);
    expect(lost('(session.md 6.1, 6.44 and 6.7)')).toEqual(['session.md 6.44']);
    expect(lost('product.md V1, V2, V77)')).toEqual(['product.md V77']);
    expect(lost('product.md 2.2.Z: nothing')).toEqual(['product.md 2.2.Z']);
    expect(lost('session.md 2: what is kept')).toEqual([]);
    expect(lostRows('src/a.ts', '(row 999 of money.md 7)')).toEqual(['money row 999']);
    expect(lostRows('src/a.ts', '(exams.md 7, rows 2, 81 and 3)')).toEqual(['exams row 81']);
    expect(lostRows('src/a.ts', "it('row 5: nobody knows whose')")).toEqual(['which list? row 5']);
    expect(lostRows('server/routes/attempt/save.test.ts', "it('row 81: …')")).toEqual(['exams row 81']);
    expect(lostRows('server/domain/order/send.ts', ' * (rows 81, 120 and\n * row 121)')).toEqual([
      'money row 121',
    ]);
    expect(lostParagraphs('docs/exams.md', 'as in §3.8, not §3.99')).toEqual(['§3.99']);
    for (const old of [
      '(session-contract.md 11.2)',
      '(spec section 8)',
      '(issue B.4)',
      '(issue 3 A5)',
      'offline.md 3, entry 52',
      'performance.md "How" 2',
      'product.md 3.9-17)',
      'product.md 2.2 C)',
      ' * (offline.md\n * 3.32)',
      'README, decision 18',
    ])
      expect([old, unread(old).length > 0]).toEqual([old, true]);
  });
});

describe('documents', () => {
  const docs = written.filter(({ file }) => file.startsWith('docs/'));

  it('name files that exist', () => {
    const named = docs.flatMap(({ file, text }) =>
      [...text.matchAll(/`((?:src|server|sw|scripts|tests|bench)\/[\w./-]+)`/g)].map(([, path = '']) => ({
        file,
        path,
      })),
    );
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ path }) => !existsSync(join(root, path)))).toEqual([]);
  });

  it('link to files that exist', () => {
    const links = docs.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|#)([^)#]+)/g)].map(([, to = '']) => ({ file, to })),
    );
    expect(links.filter(({ to }) => !existsSync(join(root, 'docs', to)))).toEqual([]);
  });

  it('stay short', () => {
    expect(docs.filter(({ text }) => text.split('\n').length > 400).map(({ file }) => file)).toEqual([]);
  });

  it('draw the rooms as they are', () => {
    const table = [...read('docs/architecture.md').matchAll(/^\| `([^`]+)` \| (.+) \|$/gm)];
    const drawn = new Map(table.map(([, room = '', may = '']) => [room, may]));
    const shared = (path: string) => /\.tsx?$/.test(path);
    for (const { folder, mayImport, onlyPackages } of zones()) {
      const room = folder.replace(/^(src\/features|server\/routes)\/.+/, '$1/<name>');
      const may = mayImport.filter((path) => !shared(path)).map((path) => `\`${path}\``);
      if (mayImport.some(shared)) may.push('a named list of shared code');
      if (onlyPackages) may.push(`only the package ${onlyPackages.map((name) => `\`${name}\``).join(', ')}`);
      // Shelves have a picture of their own.
      if (folder.startsWith('src/shared/lib/')) continue;
      expect([room, drawn.get(room)]).toEqual([room, may.join(', ')]);
    }
  });

  it('draw the shelves of the library as they are', () => {
    const pictures = [...read('docs/architecture.md').matchAll(/```mermaid([^`]+)```/g)].map(
      ([, text = '']) => text,
    );
    const shown = pictures.find((text) => text.includes('shop<br>')) ?? '';
    const drawn = [...shown.matchAll(/\["([^"<]+)<br>/g)].map(([, names = '']) => names.split(', '));
    const beside = looseFiles.map((file) => file.replace('src/shared/lib/', ''));
    expect(drawn.reverse()).toEqual([beside, ...shelves]);
  });
});
