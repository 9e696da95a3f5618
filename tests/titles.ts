import { eachNode, isNode, type Node } from './sources.ts';

/** The names that a call goes by, from the first on: `it.each(…)` is `it`, `each`. */
function namesOf(callee: unknown): string[] {
  if (!isNode(callee)) return [];
  if (callee.type === 'Identifier') return [String(callee.name)];
  if (callee.type === 'CallExpression') return namesOf(callee.callee);
  if (callee.type === 'TaggedTemplateExpression') return namesOf(callee.tag);
  if (callee.type === 'MemberExpression') return [...namesOf(callee.object), ...namesOf(callee.property)];
  return [];
}

/** A text as it is written; what is put into it is left out. */
function textOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  const parts = node.type === 'TemplateLiteral' ? (node.quasis as Node[]) : [];
  return parts.map(({ value }) => (value as { cooked: string }).cooked).join('…');
}

const isOff = (name: string) => ['skip', 'todo', 'fixme'].includes(name);

/** The titles of the tests and groups of a file that run. */
export function titlesIn(file: string, text: string): string[] {
  const titles: string[] = [];
  eachNode(file, text, (node) => {
    if (node.type !== 'CallExpression') return;
    const [first = '', ...others] = namesOf(node.callee);
    if (!/^(?:it|describe|\w*[tT]est)$/.test(first) || others.some(isOff)) return;
    titles.push(textOf((node.arguments as unknown[])[0]));
  });
  return titles;
}
