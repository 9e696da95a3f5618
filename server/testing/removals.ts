/**
 * Guards of buying that are taken out to see row 116 fail (row 120 of money.md 7). Each removal is a change of the text of
 * one module, made while it is loaded: no file changes. `REMOVED=<name>` turns one on; `vitest.config.ts` asks for it.
 */

export type Removal = {
  /** Rule of money.md 1 whose guard it is. */
  rule: 'R2' | 'R4' | 'R5';
  edits: readonly {
    /** Module, from the root of the project. */
    file: string;
    /** Stands there exactly once. */
    from: string;
    to: string;
  }[];
  /** The first seed whose ten orders find it, counted from 1. */
  seed: number;
};

export const removals: Readonly<Record<string, Removal>> = {
  /** A command whose sender has died is sent again. */
  'r2-lease': {
    rule: 'R2',
    edits: [
      {
        file: 'server/domain/order/apply.ts',
        from: "await endCommand(tx, command.id, 'unknown', { outcome: 'unknown', why: 'lease' });",
        to: 'return postponeCommand(tx, command.id, new Date(deps.clock.now()), {});',
      },
    ],
    seed: 1,
  },
  /** A command whose reply nobody could read is sent again. */
  'r2-reply': {
    rule: 'R2',
    edits: [
      {
        file: 'server/domain/order/apply.ts',
        from: "await endCommand(tx, command.id, outcome.kind === 'unknown' ? 'unknown' : 'done', masked(outcome));",
        to: `if (outcome.kind === 'unknown') return postponeCommand(tx, command.id, new Date(deps.clock.now() + 1000), {});
  await endCommand(tx, command.id, 'done', masked(outcome));`,
      },
    ],
    seed: 1,
  },
  /** Who pays in another way does so beside the slip that is out. */
  'r4-beside': {
    rule: 'R4',
    edits: [
      {
        file: 'server/domain/order/retry.ts',
        from: "await stopAttempt(tx, deps, running, { kind: 'retry', wish });\n    return;",
        to: '',
      },
    ],
    seed: 8,
  },
  /** The gateway's total is posted, not what is new of it. */
  'r5-total': {
    rule: 'R5',
    edits: [
      {
        file: 'server/domain/order/settle.ts',
        from: 'const fresh = money.total - posted.total;',
        to: 'const fresh = money.total;',
      },
    ],
    seed: 3,
  },
};

/** Makes a module's text the one without its guard. Throws where the guard stands no more as it did. */
export function withoutGuard(name: string, file: string, text: string): string {
  const edits = removals[name]?.edits.filter((edit) => edit.file === file) ?? [];
  return edits.reduce((before, { from, to }) => {
    if (before.split(from).length !== 2)
      throw new Error(`${file}: the guard of ${name} does not stand there once`);
    return before.replace(from, () => to);
  }, text);
}

/** A plugin that takes a guard out of its module; none without a name. Throws for a name that is none. */
export function removing(name: string | undefined) {
  if (name === undefined) return [];
  const removal = removals[name];
  if (!removal) throw new Error(`There is no removal "${name}".`);
  const plugin = {
    name: `without ${name}`,
    enforce: 'pre' as const,
    transform(code: string, id: string): string | null {
      const edit = removal.edits.find(({ file }) => id.endsWith(`/${file}`));
      return edit ? withoutGuard(name, edit.file, code) : null;
    },
  };
  return [plugin];
}
