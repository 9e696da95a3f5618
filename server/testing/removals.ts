/**
 * Guards of buying that are removed to see row 116 fail (row 120 of money.md 7). Each removal changes the text of one
 * module while it is loaded; no file changes. `REMOVED=<name>` switches one on; `vitest.config.ts` reads it.
 */

export type Removal = {
  /** Rule of money.md 1 that the guard protects. */
  rule: 'R2' | 'R4' | 'R5';
  edits: readonly {
    /** Module, from the root of the project. */
    file: string;
    /** The text to replace; it occurs exactly once. */
    from: string;
    to: string;
  }[];
  /** The first seed whose ten orders detect the removal, counted from 1. */
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
  /** A buyer who pays in another way does so beside the issued slip. */
  'r4-beside': {
    rule: 'R4',
    edits: [
      {
        file: 'server/domain/order/retry.ts',
        from: "await stopAttempt(tx, deps, running, { kind: 'retry', wish, from });\n    return;",
        to: '',
      },
    ],
    seed: 8,
  },
  /** The gateway's whole total is posted, not only the new part. */
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

/** Answers a module's text without its guard. Throws when the guard's text has changed. */
export function withoutGuard(name: string, file: string, text: string): string {
  const edits = removals[name]?.edits.filter((edit) => edit.file === file) ?? [];
  return edits.reduce((before, { from, to }) => {
    if (before.split(from).length !== 2)
      throw new Error(`${file}: the guard of ${name} does not stand there once`);
    return before.replace(from, () => to);
  }, text);
}

/** A plugin that removes a guard from its module; without a name it removes nothing. Throws for an unknown name. */
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
