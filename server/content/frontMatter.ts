import type { ProblemList } from './problems.ts';

const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;

/** The parts of a Markdown file. Its front matter begins in line 2, its body in `firstLine`. */
export type Parts = { front: string; body: string; firstLine: number };

/** Takes a Markdown file apart; `null`, with a problem, when it has no front matter. */
export function splitFront(text: string, file: string, problems: ProblemList): Parts | null {
  const head = frontMatter.exec(text);
  if (!head) {
    problems.add(file, 1, '先頭に「---」で囲んだ見出し部分がありません。');
    return null;
  }
  return { front: head[1] ?? '', body: text.slice(head[0].length), firstLine: head[0].split('\n').length };
}
