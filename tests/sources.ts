import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { parseAst } from 'rolldown/parseAst';

/** For tests of the code's shape: its files, and the syntax in them. */
export const root = resolve(import.meta.dirname, '..');

/** Content of the demo, no code. */
const content = join(root, 'server', 'demo');

/** All source files below a folder, by their path in the repository. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .filter(({ parentPath }) => parentPath !== content && !parentPath.startsWith(`${content}/`))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** All files in which documents may be cited, by their path in the repository. */
export function writtenFiles(): string[] {
  return execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  })
    .split('\n')
    .filter((file) => /\.(tsx?|mjs|js|css|html|md)$/.test(file) && existsSync(join(root, file)))
    .filter((file) => !/^(server\/(demo|db\/migrations)|dist[\w-]*)\//.test(file));
}

/** A piece of syntax. */
export type Node = { type: string; [key: string]: unknown };

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function visit(node: Node, see: (node: Node) => void): void {
  see(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) visit(child, see);
  }
}

/** Shows every piece of syntax of a file, each before those in it. */
export function eachNode(file: string, text: string, see: (node: Node) => void): void {
  visit(parseAst(text, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node, see);
}
