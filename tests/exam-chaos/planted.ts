/**
 * Faults that the chaos of exams has to find (exams.md 7). Each is a switch in the text of one module, put there while tests
 * load it: no file changes, and nothing is another as long as no fault is on. `EXAM_BUG=<name>` turns one on for a run.
 */
export type Fault = {
  file: string;
  /** Stands there exactly once. */
  from: string;
  /** The same with the fault. `isOn`: what asks whether it is on. */
  to: (isOn: string) => string;
  /** From which seed on it is looked for, and in how many attempts it has to be found. */
  seed: number;
  attempts: number;
};

export const planted: Readonly<Record<string, Fault>> = {
  /** What comes last wins, whenever it was typed. */
  rev: {
    file: 'server/domain/attempt/merge.ts',
    from: 'const after = mergeCell(before, incoming);',
    to: (isOn) =>
      `const after = { ...mergeCell(before, incoming), ...(${isOn} && value && 'at' in value && { v: incoming.v, at: incoming.at, lo: incoming.lo }) };`,
    seed: 4,
    attempts: 1,
  },
  /** What was typed right before the end of a page is nowhere. */
  journal: {
    file: 'src/shared/lib/exam/journal.ts',
    from: 'left: (): CellMap<Cell> => parse<Cell>(area.read(key)),',
    to: (isOn) => `left: (): CellMap<Cell> => (${isOn} ? {} : parse<Cell>(area.read(key))),`,
    seed: 28,
    attempts: 1,
  },
  /** Nobody looks whether the log of events is one. */
  chain: {
    file: 'server/domain/attempt/events.ts',
    from: 'if (event.n !== n + 1 || event.h !== sum) isWhole = false;',
    to: (isOn) => `if (!(${isOn}) && (event.n !== n + 1 || event.h !== sum)) isWhole = false;`,
    seed: 16,
    attempts: 1,
  },
  /** The time of an outage is given again whenever outages are settled. */
  outage: {
    file: 'server/domain/attempt/outages.ts',
    from: 'const outageMs = outageMsOf(row, outages);',
    to: (isOn) => `const outageMs = (${isOn} ? row.outageMs : 0) + outageMsOf(row, outages);`,
    seed: 12,
    attempts: 1,
  },
  /** A line of the log and its number are stored apart: a page that ends between them breaks the chain. */
  head: {
    file: 'src/shared/lib/exam/attemptStore.ts',
    from: 'attempt: id });\n          await db.attempts.put(next);\n        }),\n      );',
    to: (isOn) =>
      `attempt: id });\n          if (!(${isOn})) await db.attempts.put(next);\n        }),\n      );\n      if (${isOn}) await db.attempts.put(next);`,
    seed: 20,
    attempts: 1,
  },
  /** The answer to a call of one tab overwrites what the next one has typed. */
  turn: {
    file: 'src/shared/lib/exam/attemptExchange.ts',
    from: "if (core.turn() !== 'writer') return;\n    await applySaved(",
    to: (isOn) => `if (!(${isOn}) && core.turn() !== 'writer') return;\n    await applySaved(`,
    seed: 24,
    attempts: 1,
  },
  /** No clock fits a call: somebody has to look, also where both say that all was typed in time. */
  gap: {
    file: 'server/domain/attempt/merge.ts',
    from: 'if (choice.gap && value && hangsOnClock(cell, before, room)) isDoubtful = true;',
    to: (isOn) =>
      `if (choice.gap && value && (${isOn} || hangsOnClock(cell, before, room))) isDoubtful = true;`,
    seed: 32,
    attempts: 1,
  },
};

const place = globalThis as { examFault?: string | undefined };

/** Turns a fault on in this process, and every other one off. Throws for a name that is none. */
export function plant(name: string | undefined): void {
  if (name !== undefined && !planted[name]) throw new Error(`There is no fault "${name}".`);
  place.examFault = name;
}

/** Puts the switch of a fault into a module's text. Throws where its place is no more as it was. */
export function withFault(name: string, { file, from, to }: Fault, text: string): string {
  if (text.split(from).length !== 2) throw new Error(`${file}: the place of ${name} is not there once`);
  return text.replace(from, () => to(`globalThis.examFault === '${name}'`));
}

/** A plugin that puts all switches where they belong. One whose place has moved is left out: its own test says so. */
export const planting = {
  name: 'planted-faults',
  enforce: 'pre' as const,
  transform: (code: string, id: string): string | null => {
    const found = Object.entries(planted).filter(
      ([, { file, from }]) => id.endsWith(`/${file}`) && code.split(from).length === 2,
    );
    return found.length === 0
      ? null
      : found.reduce((text, [name, fault]) => withFault(name, fault, text), code);
  },
};
