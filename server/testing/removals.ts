/**
 * Guards of buying that are removed to see row 116 fail (row 120 of money.md 7). Each removal changes the text of one
 * module while it is loaded; no file changes. `REMOVED=<name>` switches one on; `vitest.config.ts` reads it.
 */

export type Removal = {
  /** Rule of money.md 1 that the guard protects, or what row 116 demands besides. */
  rule: 'R2' | 'R4' | 'R5' | 'one order' | 'as shown' | 'coupon' | 'one mail';
  edits: readonly {
    /** Module, from the root of the project. */
    file: string;
    /** The text to replace; it occurs exactly once. */
    from: string;
    to: string;
  }[];
  /**
   * The first seed whose ten orders were seen to detect the removal, counted from 1; `null`: no random orders have met
   * it.
   */
  seed: number | null;
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
    seed: 2,
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
  /** A charge whose reply nobody could read is sent again. */
  'r2-charge': {
    rule: 'R2',
    edits: [
      {
        file: 'server/domain/order/apply.ts',
        from: "await endCommand(tx, command.id, outcome.kind === 'unknown' ? 'unknown' : 'done', masked(outcome));",
        to: `if (outcome.kind === 'unknown' && ['exec', 'finish'].includes(claimed.kind))
    return postponeCommand(tx, command.id, new Date(deps.clock.now() + 1000), {});
  await endCommand(tx, command.id, outcome.kind === 'unknown' ? 'unknown' : 'done', masked(outcome));`,
      },
    ],
    seed: 1,
  },
  /** A command about a kept card whose reply nobody could read is sent again. */
  'r2-card': {
    rule: 'R2',
    edits: [
      {
        file: 'server/domain/card/apply.ts',
        from: "await endCommand(tx, command.id, isToFind ? 'unknown' : 'done', masked(outcome));",
        to: `if (outcome.kind === 'unknown') return postponeCommand(tx, command.id, new Date(deps.clock.now() + 1000), {});
  await endCommand(tx, command.id, 'done', masked(outcome));`,
      },
    ],
    seed: 2,
  },
  /** A buyer who pays in another way does so beside the issued slip: `startAttempt` refuses, and that error is seen. */
  'r4-beside': {
    rule: 'R4',
    edits: [
      {
        file: 'server/domain/order/retry.ts',
        from: "await stopAttempt(tx, deps, running, { kind: 'retry', wish, from });\n    return;",
        to: '',
      },
    ],
    seed: 1,
  },
  /** A fenced attempt goes on: what waits is sent, and the next charging command is added. */
  'r4-fence': {
    rule: 'R4',
    edits: [
      {
        file: 'server/domain/order/commands.ts',
        from: 'if (attempt.fencedAt !== null && isCharging(kind)) return false;',
        to: '',
      },
      {
        file: 'server/domain/order/commands.ts',
        from: 'and (p.fenced_at is null or',
        to: 'and (true or',
      },
      {
        file: 'server/domain/order/executor.ts',
        from: 'if (!isLeased || (attempt.fencedAt !== null && isCharging(command.kind))) return;',
        to: 'if (!isLeased) return;',
      },
      {
        file: 'server/domain/order/attempts.ts',
        from: ".where(and(ofAttempt, eq(gatewayCommands.state, 'ready')));",
        to: ".where(and(ofAttempt, eq(gatewayCommands.state, 'ready'), sql`false`));",
      },
    ],
    seed: 3,
  },
  /**
   * The search at the fence counts as the proof that nothing was charged. It takes a charge whose reply is lost, and a
   * search that is late and the first one.
   */
  'r4-proof': {
    rule: 'R4',
    edits: [
      {
        file: 'server/domain/order/seen.ts',
        from: 'if (busyUntil !== null || now < proofAt) return lookAt(tx, deps, fenced, proofAt);',
        to: 'if (busyUntil !== null) return lookAt(tx, deps, fenced, proofAt);',
      },
    ],
    seed: 16,
  },
  /** An order whose card was charged another sum is paid once more, while that sum is held (row 64). */
  'r4-held': {
    rule: 'R4',
    edits: [
      {
        file: 'server/domain/order/policy.ts',
        from: '  if (attempts.some(isCaptured)) return false;\n',
        to: '',
      },
      {
        file: 'server/domain/order/attempts.ts',
        from: 'if (before.some(isCaptured)) throw',
        to: 'if (false) throw',
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
    seed: 1,
  },
  /**
   * What is posted is read before the order's lock, and each posting has another key. The embedded database runs one
   * transaction at a time, so that a missing `for update` alone cannot be seen there; a sum that was read before it is
   * what the lock prevents. 420 random orders did not meet it, because other guards stand behind it: a command or an
   * attempt is claimed by one process, a reply counts once (`lockCommand`), the attempt's own row is locked, and `take`
   * sees its state. With the key, which is counted from the same sum, a second posting would be the same one.
   */
  'r5-lock': {
    rule: 'R5',
    edits: [
      {
        file: 'server/domain/order/observe.ts',
        from: 'const attempt = await readAttempt(deps.db, id);',
        to: `const attempt = await readAttempt(deps.db, id);
  const { postedOf } = await import('./ledger.ts');
  deps = { ...deps, posted: await postedOf(deps.db, id) };`,
      },
      {
        file: 'server/domain/order/executor.ts',
        from: 'const outcome = await sendCommand(deps, command, attempt);',
        to: `const { postedOf } = await import('./ledger.ts');
  deps = { ...deps, posted: await postedOf(deps.db, command.attemptId) };
  const outcome = await sendCommand(deps, command, attempt);`,
      },
      {
        file: 'server/domain/order/settle.ts',
        from: `const posted = await postedOf(tx, attempt.id);
  const fresh`,
        to: `const posted = deps.posted ?? (await postedOf(tx, attempt.id));
  const fresh`,
      },
      {
        file: 'server/domain/order/settle.ts',
        from: 'const eventKey = `money:',
        to: 'const eventKey = Math.random() + `money:',
      },
    ],
    seed: null,
  },
  /** Two offers of one cart both become orders, and both can be paid (row 17). */
  'order-twin': {
    rule: 'one order',
    edits: [
      {
        file: 'server/domain/order/twins.ts',
        from: 'return twin?.id ?? null;',
        to: 'return null;',
      },
    ],
    seed: 9,
  },
  /** An offer whose price has moved is ordered at the new price, which nobody was shown (row 18). */
  'shown-sum': {
    rule: 'as shown',
    edits: [
      {
        file: 'server/domain/order/place.ts',
        from: "  if (offer?.kind !== 'same') throw",
        to: `  if (offer?.kind === 'changed' && offer.frozen) return offer.frozen.snapshot;
  if (offer?.kind !== 'same') throw`,
      },
    ],
    seed: 10,
  },
  /** It does not matter which text the buyer has agreed to (row 19). */
  'shown-text': {
    rule: 'as shown',
    edits: [
      {
        file: 'server/domain/order/place.ts',
        from: 'confirmHash === checkout.confirmHash ? await recompute(tx, deps, checkout) : null',
        to: 'await recompute(tx, deps, checkout)',
      },
    ],
    seed: 10,
  },
  /** An order that nobody pays keeps its coupon (row 8). */
  'coupon-held': {
    rule: 'coupon',
    edits: [
      {
        file: 'server/domain/order/close.ts',
        from: '  await returnCoupon(tx, order.id);\n',
        to: '',
      },
    ],
    seed: 1,
  },
  /** A coupon is used from the moment on at which it is held: an order that comes to nothing has used it up. */
  'coupon-used': {
    rule: 'coupon',
    edits: [
      {
        file: 'server/domain/coupon/holds.ts',
        from: "userId, state: 'reserved' })",
        to: "userId, state: 'used' })",
      },
    ],
    seed: 1,
  },
  /**
   * A fact is told every time that it is found. Most come true in a change of state that happens once under the order's
   * lock, so that the notice is a second guard; that a result is unknown for long is found at every search.
   */
  'mail-once': {
    rule: 'one mail',
    edits: [
      {
        file: 'server/domain/order/mails.ts',
        from: 'if (!(await noteOnce(tx, deps, order.id, kind, on))) return;',
        to: 'await noteOnce(tx, deps, order.id, kind, on);',
      },
    ],
    seed: 16,
  },
  /** A mail that one process is sending is taken by another one, too. */
  'mail-lease': {
    rule: 'one mail',
    edits: [
      {
        file: 'server/mail/deliver.ts',
        from: 'const leaseMs = 5 * 60_000;',
        to: 'const leaseMs = 0;',
      },
    ],
    seed: 1,
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
