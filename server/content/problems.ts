/** A mistake in a content pack: `file` relative to the pack, `line` from 1 (0: the file as a whole). */
export type Problem = { file: string; line: number; message: string };

/** Collects every mistake of a pack, so that the author can mend all of them at once. */
export class ProblemList {
  readonly problems: Problem[] = [];
  /** Problems that are worth a look but stop no import. */
  readonly warnings: Problem[] = [];

  add(file: string, line: number, message: string): void {
    this.problems.push({ file, line, message });
  }

  warn(file: string, line: number, message: string): void {
    this.warnings.push({ file, line, message });
  }

  get isEmpty(): boolean {
    return this.problems.length === 0;
  }

  /** `file:line: message`, in the order of files and lines. Editors make such lines clickable. */
  lines(): string[] {
    return linesOf(this.problems);
  }
}

/** `file:line: message` of each, in the order of files and lines. */
export function linesOf(problems: readonly Problem[]): string[] {
  return problems
    .toSorted((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1))
    .map(({ file, line, message }) => `${file}:${Math.max(1, line)}: ${message}`);
}

/** A pack was refused; nothing of it was imported. */
export class PackRefusedError extends Error {
  override name = 'PackRefusedError';
  readonly list: ProblemList;

  constructor(list: ProblemList) {
    super(`教材に${list.problems.length}件の問題があります。何も取り込んでいません。`);
    this.list = list;
  }
}
