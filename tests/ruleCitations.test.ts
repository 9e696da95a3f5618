import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listOf } from './failureRows.ts';
import { root, writtenFiles } from './sources.ts';
import { titlesIn } from './titles.ts';

/**
 * Some documents have lists of rules with a letter: R1 to R8 of money.md, S1 to S10 of exams.md. Comments and titles of
 * tests cite them with the document, `exams.md 3.4 S8`, `V15 of product.md 2.0`, or alone, `R4`, where the folder says
 * whose list it is. Every one must be there. In backticks alone it is code: the error `E92` is no rule.
 */
type Owner = 'exams' | 'money' | 'product';

/** How the rules of a document begin: a sentence, a piece in bold, a row of a table. */
const beginnings: Record<Owner, RegExp[]> = {
  exams: [/(?<=^|\.(?:\*\*)? )([PD]\d+) /gm, /\*\*(S\d+) /g, /^\| (E\d+)(?: \/ (E\d+))? \|/gm],
  money: [/^- \*\*(R\d+)\*\* /gm],
  product: [/^\| (V\d+) \|/gm, /\*\*(O\d+)\*\* /g],
};

function rulesIn(owner: Owner): Set<string> {
  const markdown = readFileSync(join(root, `docs/${owner}.md`), 'utf8');
  const found = beginnings[owner].flatMap((beginning) => [...markdown.matchAll(beginning)]);
  return new Set(found.flatMap(([, ...rules]) => rules.filter(Boolean)));
}

const rulesOf = new Map<string, Set<string>>(
  (['exams', 'money', 'product'] as const).map((owner) => [owner, rulesIn(owner)]),
);

/** Whose rules a file means by a letter alone. Those of product.md hold for whatever has no list of its own. */
function ownerOf(file: string): string | undefined {
  const own = listOf(file);
  if (own) return own;
  if (/\/(?:session|http)\//.test(file)) return 'session';
  return /^(?:src|server)\//.test(file) ? 'product' : undefined;
}

const gap = '(?:,? | and | to |[–-])';
const rule = '[RVDSEPO][1-9]\\d?';
const whole = String.raw`${rule}(?![\w²\x60]|\.\d)`;
const part = String.raw`(?:${whole}|\d+(?:\.\d+)*(?:\.[A-Z])?(?!\w))`;
/** No sum of a formula, no letter of an address, no end of another number. */
const apart = String.raw`(?<![\w%·√\x60-])(?<!− )`;
const citation = new RegExp(
  String.raw`([\w-]+)\.md((?:${gap}${part})+)|${apart}(${whole}(?:${gap}${whole})*)(?: of ([\w-]+)\.md)?`,
  'g',
);

/** A rule that is cited. `owner` is missing where nobody can tell whose it is. */
type Cited = { owner: string | undefined; rule: string };

/** The rules that a comment or a title cites, each as often as it does. */
function citedRules(file: string, text: string): Cited[] {
  return [...text.matchAll(citation)].flatMap(([, before, beside = '', alone = '', behind]) =>
    ((beside || alone).match(new RegExp(rule, 'g')) ?? []).map((one) => ({
      owner: before ?? behind ?? ownerOf(file),
      rule: one,
    })),
  );
}

/** What a comment or a title cites and is not there, or is of a list that nobody can tell. */
function lostRules(file: string, text: string): string[] {
  return citedRules(file, text)
    .filter((cited) => !rulesOf.get(cited.owner ?? '')?.has(cited.rule))
    .map((cited) => `${cited.owner ?? 'which list?'} ${cited.rule}`);
}

/** The comments of a file, each in one line; lines of `//` that follow one another are one. */
function commentsIn(text: string): string[] {
  const found = text.match(/(?<![^\s({])\/\*[\s\S]*?\*\/|(?<!\S)\/\/ .*(?:\n\s*\/\/ .*)*/g) ?? [];
  return found.map((comment) => comment.replaceAll(/\s*\n\s*(?:\/\/|\*(?!\/))?\s*/g, ' '));
}

const written = writtenFiles()
  .filter((file) => /^(?:(?:src|server|sw|tests|scripts|bench)\/|[\w.]+$)/.test(file))
  .filter((file) => !/\.(?:md|html)$/.test(file) && file !== 'tests/ruleCitations.test.ts')
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const titles = /\.(?:test|spec)\.tsx?$/.test(file) ? titlesIn(file, text) : [];
    return { file, texts: [...commentsIn(text), ...titles] };
  });

describe('citations of rules with a letter', () => {
  it.each<[Owner, string]>([
    ['exams', 'P'],
    ['exams', 'D'],
    ['exams', 'S'],
    ['exams', 'E'],
    ['money', 'R'],
    ['product', 'V'],
    ['product', 'O'],
  ])('find the list of %s.md that begins with %s1, without a gap', (owner, letter) => {
    const own = [...(rulesOf.get(owner) ?? [])].filter((one) => one.startsWith(letter));
    expect(own.length).toBeGreaterThan(2);
    expect(own).toEqual(own.map((_, at) => `${letter}${at + 1}`));
  });

  it('are found', () => {
    const cited = written.flatMap(({ file, texts }) => texts.flatMap((text) => citedRules(file, text)));
    expect(cited.length).toBeGreaterThan(150);
  });

  it('point at a rule of a list that is known', () => {
    const lost = written.flatMap(({ file, texts }) =>
      texts.flatMap((text) => lostRules(file, text).map((one) => `${file}: ${one}`)),
    );
    expect(lost).toEqual([]);
  });

  it('that are wrong are noticed', () => {
    expect(lostRules('src/a.ts', '(exams.md 3.4 S2, S11 and P3)')).toEqual(['exams S11']);
    expect(lostRules('src/a.ts', '(exams.md 1, D12)')).toEqual(['exams D12']);
    expect(lostRules('server/domain/order/send.ts', '(R2, R9)')).toEqual(['money R9']);
    expect(lostRules('server/domain/order/send.ts', '(V13)')).toEqual(['money V13']);
    expect(lostRules('server/domain/order/send.ts', '(product.md V13), V23 of product.md 2.0')).toEqual([
      'product V23',
    ]);
    expect(lostRules('src/contracts/examDeadline.test.ts', 'E1 E9: start 13:00')).toEqual(['exams E9']);
    expect(lostRules('src/features/note/model.ts', '(V12), but (R4)')).toEqual(['product R4']);
    expect(lostRules('src/shared/lib/http/send.ts', '(session.md 6.1), V19')).toEqual(['session V19']);
    expect(lostRules('tests/a.test.ts', 'R4: nobody knows whose')).toEqual(['which list? R4']);
    expect(lostRules('tests/a.test.ts', '(money.md 2, R5–R7; session.md 6.1, R3)')).toEqual(['session R3']);
  });

  it('that are none are left alone', () => {
    for (const other of ['(n·x − S1)/√(n·S2 − S1²)', '`E92`', 'K270412-R9', '?q=%E9', 'V8.1', 'S3s', 'E01'])
      expect([other, citedRules('server/a.ts', other)]).toEqual([other, []]);
  });

  it('are looked for in comments, over their lines, and nowhere else', () => {
    const text = [
      "const at = 'https://R1.example/*'; // (exams.md 3.4",
      "  // S99) of an accept='image/*' that is none",
      '/** one\n * (R9\n * to V2) */',
      "const no = /E11/ + '// E12';",
      '<b>{/* D7 */}</b>',
    ].join('\n');
    expect(commentsIn(text)).toEqual([
      "// (exams.md 3.4 S99) of an accept='image/*' that is none",
      '/** one (R9 to V2) */',
      '/* D7 */',
    ]);
    expect(commentsIn(text).flatMap((one) => lostRules('server/order.ts', one))).toEqual([
      'exams S99',
      'money R9',
      'money V2',
      'money D7',
    ]);
  });
});
