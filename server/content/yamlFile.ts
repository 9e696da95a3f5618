import { readFile } from 'node:fs/promises';
import { type Document, isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type * as z from 'zod/mini';
import { decodeText } from './decodeText.ts';
import { issueMessage } from './issueMessages.ts';
import { findInPack } from './packNames.ts';
import type { ProblemList } from './problems.ts';

type Path = readonly PropertyKey[];

/**
 * A YAML text that was read: its value by the format (`null` when it was refused), the line of each item, and the line
 * in which the text of an item begins (for a block, `body: |`, the line after its name).
 */
export type ReadYaml<Value> = {
  value: Value | null;
  lineOf(...path: PropertyKey[]): number;
  textLine(...path: PropertyKey[]): number;
};

type YamlSource = { document: Document; counter: LineCounter; firstLine: number };

function lineAt({ counter, firstLine }: YamlSource, offset: number): number {
  return counter.linePos(offset).line + firstLine - 1;
}

function lineOfNode(place: YamlSource, node: unknown): number | null {
  return isNode(node) && node.range ? lineAt(place, node.range[0]) : null;
}

function keyNode(place: YamlSource, path: Path, name: string): Node | null {
  const parent = path.length === 0 ? place.document.contents : place.document.getIn(path, true);
  if (!isMap(parent)) return null;
  const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === name);
  return isScalar(pair?.key) ? pair.key : null;
}

/** Line of the item at a path: of its name when it has one; of the nearest item around it when it is missing. */
function lineOfPath(place: YamlSource, path: Path): number {
  const name = path.at(-1);
  if (path.length === 0 || name === undefined)
    return lineOfNode(place, place.document.contents) ?? place.firstLine;
  const parent = path.slice(0, -1);
  const found =
    (typeof name === 'string' ? lineOfNode(place, keyNode(place, parent, name)) : null) ??
    lineOfNode(place, place.document.getIn(path, true));
  return found ?? lineOfPath(place, parent);
}

function lineOfText(place: YamlSource, path: Path): number {
  const node = place.document.getIn(path, true);
  const isBlock = isScalar(node) && (node.type === 'BLOCK_LITERAL' || node.type === 'BLOCK_FOLDED');
  return (lineOfNode(place, node) ?? lineOfPath(place, path)) + (isBlock ? 1 : 0);
}

function reportSyntax(place: YamlSource, file: string, problems: ProblemList): void {
  for (const error of place.document.errors) {
    const line = lineAt(place, error.pos[0]);
    const message =
      error.code === 'DUPLICATE_KEY'
        ? '同じ名前の項目が2回書かれています。'
        : `YAMLとして読めません (${error.code}: ${error.message})。`;
    problems.add(file, line, message);
  }
}

const depthOf = (issues: readonly z.core.$ZodIssue[]) =>
  Math.max(0, ...issues.map(({ path }) => path.length));

/**
 * When an item may have several forms: what is wrong with the form that it comes nearest to, else with the last form.
 */
function nearestForm(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue];
  const depth = Math.max(...issue.errors.map(depthOf));
  const nearest = issue.errors.findLast((issues) => depthOf(issues) === depth) ?? [];
  return nearest.flatMap((one) => nearestForm({ ...one, path: [...issue.path, ...one.path] }));
}

function reportIssue(place: YamlSource, file: string, issue: z.core.$ZodIssue, problems: ProblemList): void {
  if (issue.code === 'unrecognized_keys') {
    for (const name of issue.keys) {
      const line = lineOfNode(place, keyNode(place, issue.path, name)) ?? lineOfPath(place, issue.path);
      problems.add(file, line, `「${name}」という項目は使えません。書き間違いではありませんか。`);
    }
    return;
  }
  const label = issue.path.map(String).join('.') || '全体';
  const isMissing = issue.path.length > 0 && place.document.getIn(issue.path) === undefined;
  const message = isMissing ? `「${label}」がありません。` : `「${label}」: ${issueMessage(issue)}。`;
  problems.add(file, lineOfPath(place, issue.path), message);
}

/** Every text in a value, with its path. */
function* textsOf(
  value: unknown,
  path: PropertyKey[] = [],
): Generator<{ text: string; path: PropertyKey[] }> {
  if (typeof value === 'string') yield { text: value, path };
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value))
      yield* textsOf(item, [...path, Array.isArray(value) ? Number(name) : name]);
}

/** Characters that no database takes and nobody sees; `"\0"` in YAML writes one. Lone surrogates are `Cs`. */
const unseen = /[^\P{Cc}\t\n\r]|\p{Cs}/u;
const htmlNote = /<!--|<!(?:doctype|\[CDATA\[)|<\?(?:xml|php)/i;

/**
 * Reports texts that are valid YAML but cannot be published. `markdown`: names of texts that Markdown checks itself.
 */
function reportTexts(
  value: unknown,
  place: YamlSource,
  file: string,
  markdown: string[],
  problems: ProblemList,
): boolean {
  let isGood = true;
  for (const { text, path } of textsOf(value)) {
    const label = path.map(String).join('.') || '全体';
    const refuse = (message: string) => {
      problems.add(file, lineOfPath(place, path), `「${label}」${message}`);
      isGood = false;
    };
    if (unseen.test(text)) refuse('に画面に出ない制御文字が入っています。消してください。');
    else if (htmlNote.test(text) && !markdown.includes(String(path.at(-1))))
      refuse('にHTMLのコメントや宣言は書けません。YAMLのメモは「#」で始まる行に書いてください。');
  }
  return isGood;
}

/**
 * Reads YAML by a format and reports everything that is wrong. `firstLine` is where the text begins in its file,
 * `markdown` the names of items that hold Markdown.
 */
export function readYaml<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
  {
    file,
    firstLine = 1,
    problems,
    markdown = [],
  }: { file: string; firstLine?: number; problems: ProblemList; markdown?: string[] },
): ReadYaml<z.output<Schema>> {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const place: YamlSource = { document, counter, firstLine };
  const lines = {
    lineOf: (...path: PropertyKey[]) => lineOfPath(place, path),
    textLine: (...path: PropertyKey[]) => lineOfText(place, path),
  };
  if (document.errors.length > 0) {
    reportSyntax(place, file, problems);
    return { value: null, ...lines };
  }
  const raw: unknown = document.toJS();
  const isGood = reportTexts(raw, place, file, markdown, problems);
  const read = schema.safeParse(raw);
  if (read.success) return { value: isGood ? read.data : null, ...lines };
  for (const issue of read.error.issues.flatMap(nearestForm)) reportIssue(place, file, issue, problems);
  return { value: null, ...lines };
}

/** Text of a file of the pack, or `null` with a problem when it is not there or cannot be published. */
export async function readText(root: string, file: string, problems: ProblemList): Promise<string | null> {
  const found = await findInPack(root, file);
  if (!('source' in found)) {
    problems.add(file, 0, 'problem' in found ? found.problem : missingMessage(found.missing));
    return null;
  }
  try {
    const decoded = decodeText(await readFile(found.source));
    if ('text' in decoded) return decoded.text;
    problems.add(file, decoded.line, decoded.problem);
  } catch (error) {
    problems.add(file, 0, `ファイルを読めません (${String(error)})。`);
  }
  return null;
}

function missingMessage(other: string | null): string {
  const hint = other === null ? '' : `「${other}」は大文字と小文字が違います。`;
  return `ファイルがありません。${hint}`;
}

/** Reads a YAML file of the pack by a format. */
export async function readYamlFile<Schema extends z.ZodMiniType>(
  root: string,
  file: string,
  schema: Schema,
  problems: ProblemList,
  markdown: string[] = [],
): Promise<ReadYaml<z.output<Schema>>> {
  const text = await readText(root, file, problems);
  if (text === null) return { value: null, lineOf: () => 1, textLine: () => 1 };
  return readYaml(text, schema, { file, problems, markdown });
}
