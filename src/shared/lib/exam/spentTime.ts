/** How long each question was open on this device, ms by question. Another epoch begins anew. */
export type SpentTime = { epoch: number; ms: Readonly<Record<string, number>> };

/** A longer pause between two looks at the clock is not counted: the device slept, or the page stood still; ms. */
const mostPauseMs = 5000;
/** A running attempt sends its times this often at most, ms; a sealed one always does. */
const sendEveryMs = 60_000;

/** What the row of an attempt says of its times (rows.ts). */
type Told = { spent?: SpentTime; epoch: number; state: string };

/**
 * Counts how long each question is open (exams.md 3.2). Only arithmetic in memory: it writes and sends nothing itself,
 * so it can neither delay nor lose an answer. `mono`: the monotonic clock, ms.
 */
export function createSpentCounter(mono: () => number) {
  let lookedAt = mono();
  let open: string | null = null;
  /** Not in the row yet. */
  let counted: Record<string, number> = {};
  let sent: SpentTime | undefined;
  let sentAt = Number.NEGATIVE_INFINITY;

  return {
    /** Counts the time since the last look for the question that was open then. `next`: open from now on. */
    look(next: string | null): void {
      const at = mono();
      const passed = at - lookedAt;
      if (open !== null && passed > 0 && passed <= mostPauseMs) counted[open] = (counted[open] ?? 0) + passed;
      lookedAt = at;
      open = next;
    },
    /** The row with what was counted since the last time; the same row if that is nothing. */
    addTo<Row extends Told>(row: Row): Row {
      const more = Object.entries(counted);
      if (more.length === 0) return row;
      counted = {};
      const { spent, epoch } = row;
      const ms: Record<string, number> = spent?.epoch === epoch ? { ...spent.ms } : {};
      for (const [question, passed] of more) ms[question] = Math.round((ms[question] ?? 0) + passed);
      return { ...row, spent: { epoch, ms } };
    },
    /** What a call takes along, whole seconds by question; `null`: nothing this time. */
    toSend({ spent, epoch, state }: Told): Record<string, number> | null {
      if (!spent || spent.epoch !== epoch) return null;
      const isDue = spent !== sent && mono() - sentAt >= sendEveryMs;
      if (state !== 'sealed' && !isDue) return null;
      sent = spent;
      sentAt = mono();
      return Object.fromEntries(Object.entries(spent.ms).map(([id, ms]) => [id, Math.floor(ms / 1000)]));
    },
  };
}
