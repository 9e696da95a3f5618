import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Document, isMap, isNode, isScalar, LineCounter, type Node, parseDocument } from 'yaml';
import type * as z from 'zod/mini';
import { issueMessage } from './issueMessages.ts';
import type { ProblemList } from './problems.ts';

type Path = readonly PropertyKey[];

/** A read YAML text: its value by the format (`null` when it was refused) and where each item stands. */
export type ReadYaml<Value> = { value: Value | null; lineOf(...path: PropertyKey[]): number };

type Place = { document: Document; counter: LineCounter; firstLine: number };

function lineAt({ counter, firstLine }: Place, offset: number): number {
  return counter.linePos(offset).line + firstLine - 1;
}

function lineOfNode(place: Place, node: unknown): number | null {
  return isNode(node) && node.range ? lineAt(place, node.range[0]) : null;
}

function keyNode(place: Place, path: Path, name: string): Node | null {
  const parent = path.length === 0 ? place.document.contents : place.document.getIn(path, true);
  if (!isMap(parent)) return null;
  const pair = parent.items.find((item) => isScalar(item.key) && item.key.value === name);
  return isScalar(pair?.key) ? pair.key : null;
}

/** Line of the item at a path, of its name when it has one; of the next item around it when it is not there. */
function lineOfPath(place: Place, path: Path): number {
  const name = path.at(-1);
  if (path.length === 0 || name === undefined)
    return lineOfNode(place, place.document.contents) ?? place.firstLine;
  const parent = path.slice(0, -1);
  const found =
    (typeof name === 'string' ? lineOfNode(place, keyNode(place, parent, name)) : null) ??
    lineOfNode(place, place.document.getIn(path, true));
  return found ?? lineOfPath(place, parent);
}

function reportSyntax(place: Place, file: string, problems: ProblemList): void {
  for (const error of place.document.errors) {
    const line = lineAt(place, error.pos[0]);
    const message =
      error.code === 'DUPLICATE_KEY'
        ? '同じ名前の項目が2回書かれています。'
        : `YAMLとして読めません (${error.code}: ${error.message})。`;
    problems.add(file, line, message);
  }
}

function reportIssue(place: Place, file: string, issue: z.core.$ZodIssue, problems: ProblemList): void {
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

/** Reads YAML by a format and reports everything that is wrong. `firstLine` is where the text begins in its file. */
export function readYaml<Schema extends z.ZodMiniType>(
  text: string,
  schema: Schema,
  { file, firstLine = 1, problems }: { file: string; firstLine?: number; problems: ProblemList },
): ReadYaml<z.output<Schema>> {
  const counter = new LineCounter();
  const document = parseDocument(text, { lineCounter: counter, prettyErrors: false });
  const place: Place = { document, counter, firstLine };
  const lineOf = (...path: PropertyKey[]) => lineOfPath(place, path);
  if (document.errors.length > 0) {
    reportSyntax(place, file, problems);
    return { value: null, lineOf };
  }
  const read = schema.safeParse(document.toJS());
  if (read.success) return { value: read.data, lineOf };
  for (const issue of read.error.issues) reportIssue(place, file, issue, problems);
  return { value: null, lineOf };
}

/** Whether there is a file or folder at a path. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

/** Text of a file of the pack, or `null` with a problem when it is not there. */
export async function readText(root: string, file: string, problems: ProblemList): Promise<string | null> {
  try {
    return await readFile(join(root, file), 'utf8');
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    problems.add(file, 0, isMissing ? 'ファイルがありません。' : `ファイルを読めません (${String(error)})。`);
    return null;
  }
}

/** Reads a YAML file of the pack by a format. */
export async function readYamlFile<Schema extends z.ZodMiniType>(
  root: string,
  file: string,
  schema: Schema,
  problems: ProblemList,
): Promise<ReadYaml<z.output<Schema>>> {
  const text = await readText(root, file, problems);
  if (text === null) return { value: null, lineOf: () => 1 };
  return readYaml(text, schema, { file, problems });
}
