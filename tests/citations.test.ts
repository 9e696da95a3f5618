import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { looseFiles, shelves, zones } from '../scripts/zones.ts';
import { citedRows, rowsOf } from './failureRows.ts';
import { root, writtenFiles } from './sources.ts';

/**
 * Code, tests and documents cite rules by document and number: `session.md 11.2`, several as `session.md 6.1, 6.4`,
 * `6.6 and 6.7` or `8.1 to 8.4`. Every one must point at something in docs/. Failure modes are cited as `row 65`, with
 * `of money.md 7` behind or `money.md 7, ` before it where the folder does not say which list is meant.
 * Rules of a list with a letter: ruleCitations.test.ts.
 */

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

/** The rows that a text cites and are not there, or of which nobody can tell whose they are. */
function lostRows(file: string, text: string): string[] {
  return citedRows(file, text)
    .filter(({ list, row }) => !list || !rowsOf[list].has(row))
    .map(({ list, row }) => `${list ?? 'which list?'} row ${row}`);
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

// The left out ones have examples of citations.
const files = writtenFiles().filter(
  (file) => !/^tests\/(citations\.test|ruleCitations\.test|failureRows(\.test)?)\.ts$/.test(file),
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
    const cited = written.flatMap(({ file, text }) => citedRows(file, text));
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

const pictures = [...read('docs/architecture.md').matchAll(/```mermaid([^`]+)```/g)].map(
  ([, text = '']) => text,
);

/** A picture of architecture.md: what each box holds, and to which boxes arrows lead from one, also over others. */
function pictureWith(mark: string) {
  const text = pictures.find((one) => one.includes(mark)) ?? '';
  const boxes = [...text.matchAll(/(\w+)\["([^"<]+)<br>/g)].map(([, id = '', holds = '']) => ({
    id,
    holds: holds.split(', '),
  }));
  const arrows = [...text.matchAll(/^ *(\w+(?: --> \w+)+)$/gm)].flatMap(([, line = '']) => {
    const ids = line.split(' --> ');
    return ids.slice(1).map((to, at) => ({ from: ids[at], to }));
  });
  const reached = (id: string): string[] => {
    const next = arrows.flatMap(({ from, to }) => (from === id ? [to] : []));
    return [...new Set(next.flatMap((to) => [to, ...reached(to)]))].sort();
  };
  const lists = [...text.matchAll(/^ *(\w+) -\. a named list \.-> (\w+)$/gm)];
  return { boxes, reached, lists: lists.map(([, from, to]) => ({ from, to })) };
}

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
    const rooms = new Set<string>();
    for (const { folder, mayImport, onlyPackages } of zones()) {
      const room = folder.replace(/^(src\/features|server\/routes)\/(?!learning$).+/, '$1/<name>');
      const may = mayImport.filter((path) => !shared(path)).map((path) => `\`${path}\``);
      if (mayImport.some(shared)) may.push('a named list of shared code');
      if (onlyPackages) may.push(`only the package ${onlyPackages.map((name) => `\`${name}\``).join(', ')}`);
      // Shelves have a picture of their own.
      if (folder.startsWith('src/shared/lib/')) continue;
      expect([room, drawn.get(room)]).toEqual([room, may.join(', ')]);
      rooms.add(room);
    }
    expect([...drawn.keys()].sort()).toEqual([...rooms].sort());
  });

  it('draw the arrows between the rooms as they are', () => {
    const { boxes, reached, lists } = pictureWith('src/app<br>');
    expect(boxes.length).toBeGreaterThan(5);
    for (const { id, holds } of boxes) {
      const [room = ''] = holds;
      const isThis = (folder: string) => folder.replace(/^(src\/features)\/.+/, '$1/NAME') === room;
      const example = zones().find(({ folder }) => isThis(folder));
      const may = example?.mayImport ?? [];
      const leadsTo = (isIts: (path: string) => boolean) =>
        boxes.flatMap((box) => (box.id !== id && isIts(`${box.holds[0]}/`) ? [box.id] : [])).sort();
      const whole = leadsTo((path) => may.some((one) => path.startsWith(one)));
      const inPart = leadsTo((path) => may.some((one) => /\.tsx?$/.test(one) && one.startsWith(path)));
      const drawnList = lists.flatMap(({ from, to = '' }) => (from === id ? [to] : []));
      expect([room, example !== undefined, reached(id), drawnList]).toEqual([room, true, whole, inPart]);
    }
  });

  it('draw the floors of the server as they are', () => {
    const { boxes, reached } = pictureWith('routes/NOUN<br>');
    const boxOf = (folder: string | undefined) =>
      boxes.find(({ holds }) => holds.some((one) => one.replace('/NOUN', '') === folder))?.id;
    // What puts the floors together and runs them knows all of them.
    const known = new Map([['top', boxes.flatMap(({ id }) => (id === 'top' ? [] : [id]))]]);
    for (const { folder, mayImport } of zones()) {
      const floor = /^server\/(\w+)/.exec(folder)?.[1];
      // The gateway is a company of its own, outside of the floors.
      if (floor === undefined || floor === 'gateway') continue;
      const own = boxOf(floor);
      expect([floor, own !== undefined]).toEqual([floor, true]);
      const below = mayImport.flatMap((path) => boxOf(/^server\/(\w+)\/$/.exec(path)?.[1]) ?? []);
      const others = below.filter((id) => id !== own);
      known.set(own ?? '', [...(known.get(own ?? '') ?? []), ...others]);
    }
    const drawn = boxes.map(({ id }) => [id, reached(id)]);
    expect(drawn).toEqual(boxes.map(({ id }) => [id, [...new Set(known.get(id))].sort()]));
    const folders = readdirSync(join(root, 'server'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !['demo', 'gateway', 'testing'].includes(entry.name))
      .map(({ name }) => name);
    expect(folders.filter((name) => boxOf(name) === undefined)).toEqual([]);
  });

  it('draw the shelves of the library as they are', () => {
    const shown = pictures.find((text) => text.includes('shop<br>')) ?? '';
    const drawn = [...shown.matchAll(/\["([^"<]+)<br>/g)].map(([, names = '']) => names.split(', '));
    const beside = looseFiles.map((file) => file.replace('src/shared/lib/', ''));
    expect(drawn.reverse()).toEqual([beside, ...shelves]);
  });
});
