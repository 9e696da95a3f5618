/**
 * Faults that the chaos of exams has to find (exams.md 7). Each is a change of the text of one module, made while it is
 * loaded: no file changes. `EXAM_BUG=<name>` plants one; `vitest.config.ts` asks for it.
 */
export type Fault = {
  file: string;
  /** Stands there exactly once. */
  from: string;
  to: string;
  /** From which seed on it is looked for. */
  seed: number;
};

export const planted: Readonly<Record<string, Fault>> = {
  /** What comes last wins, whenever it was typed. */
  rev: {
    file: 'server/domain/attempt/merge.ts',
    from: 'const after = mergeCell(before, incoming);',
    to: "const after = { ...mergeCell(before, incoming), ...(value && 'at' in value && { v: incoming.v, at: incoming.at, lo: incoming.lo }) };",
    seed: 1,
  },
  /** What was typed right before the end of a page is nowhere. */
  journal: {
    file: 'src/shared/lib/exam/journal.ts',
    from: 'left: (): CellMap<Cell> => parse<Cell>(place.read(key)),',
    to: 'left: (): CellMap<Cell> => ({}),',
    seed: 4,
  },
  /** Nobody looks whether the log of events is one. */
  chain: {
    file: 'server/domain/attempt/events.ts',
    from: 'if (event.n !== n + 1 || event.h !== sum) isWhole = false;',
    to: 'void sum;',
    seed: 1,
  },
  /** The time of an outage is given again whenever outages are settled. */
  outage: {
    file: 'server/domain/attempt/outages.ts',
    from: 'const outageMs = outageMsOf(row, outages);',
    to: 'const outageMs = row.outageMs + outageMsOf(row, outages);',
    seed: 1,
  },
  /** A line of the log and its number are stored apart: a page that ends between them breaks the chain. */
  head: {
    file: 'src/shared/lib/exam/attemptStore.ts',
    from: 'await db.attempts.put(next);\n        }),\n      );\n    },',
    to: '}),\n      );\n      await db.attempts.put(next);\n    },',
    seed: 3,
  },
  /** The answer to a call of one tab overwrites what the next one has typed. */
  turn: {
    file: 'src/shared/lib/exam/attemptExchange.ts',
    from: "if (core.turn() !== 'writer') return;\n    await applySaved(",
    to: 'await applySaved(',
    seed: 1,
  },
};

/** Makes a module's text the one with the fault. Throws where its place is no more as it was. */
export function withFault(name: string, { file, from, to }: Fault, text: string): string {
  if (text.split(from).length !== 2) throw new Error(`${file}: the place of ${name} is not there once`);
  return text.replace(from, () => to);
}

/** A plugin that plants a fault; nothing without a name. Throws for a name that is none. */
export function planting(name: string | undefined) {
  if (name === undefined) return [];
  const fault = planted[name];
  if (!fault) throw new Error(`There is no fault "${name}".`);
  const plugin = {
    name: 'planted-fault',
    enforce: 'pre' as const,
    transform: (code: string, id: string) =>
      id.endsWith(`/${fault.file}`) ? withFault(name, fault, code) : null,
  };
  return [plugin];
}
