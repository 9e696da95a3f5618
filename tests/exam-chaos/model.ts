/**
 * What a person has typed, and what has to come of it (exams.md 3.6, 7). Knows nothing of the engine but its rules. Times
 * epoch ms; real time unless it says otherwise.
 */

/** An answer as it was typed on a device. */
export type Entry = {
  device: number;
  slot: string;
  v: string;
  /** When it was typed. */
  typed: number;
  /** The same by the two clocks of the device (exams.md 3.5). */
  lo: number;
  hi: number;
  /** Of the device, by what it knew; later the last one under which it was sent. */
  epoch: number;
  /** When the server first had it while the attempt took answers; `null`: it had not. */
  arrived: number | null;
  /** The server had it after the end. */
  cameAfterEnd: boolean;
  /** It went with the storage of the device before the server had it. */
  isLost: boolean;
};

/** A call with cells that the server has worked off. */
export type Arrival = {
  at: number;
  /** Under which the sender writes. */
  epoch: number;
  isOpen: boolean;
  cells: Record<string, { v: string; lo: number }>;
};

/** How far the clocks of a device may be off when only one of them is wrong, ms (exams.md 3.5, deadband). */
const toleranceMs = 2_500;

/** How the server's state came about, as it stands at the end. */
export type Ending = {
  deadline: number;
  /** When each epoch but the last ended. */
  takeovers: readonly number[];
  values: Record<string, string>;
  /** Everything that was kept apart. */
  orphans: readonly { slot: string; v: string }[];
};

export function createModel() {
  const entries: Entry[] = [];
  const faults: string[] = [];

  const lastOf = (device: number, slot: string): Entry | undefined =>
    entries.filter((entry) => entry.device === device && entry.slot === slot && !entry.isLost).at(-1);
  /** What a cell that came may have been typed as; what was lost before cannot come, unless it was on its way. */
  const find = (slot: string, v: string, lo: number) => {
    const alike = entries.filter((entry) => entry.slot === slot && entry.v === v && entry.lo === lo);
    const there = alike.filter(({ isLost }) => !isLost);
    return there.length > 0 ? there : alike;
  };

  return {
    faults,
    fault: (text: string): void => {
      faults.push(text);
    },
    entries: () => entries,
    lastOf,
    /**
     * Somebody has typed. `isHopeless`: both clocks of the device are wrong, nobody can know when it was. `inexact`: how
     * far the server's time may be off that the device knows, ms.
     */
    typed(
      entry: Omit<Entry, 'arrived' | 'cameAfterEnd' | 'isLost'>,
      { isHopeless, inexact }: { isHopeless: boolean; inexact: number },
    ): void {
      const tolerated = toleranceMs + inexact;
      entries.push({ ...entry, arrived: null, cameAfterEnd: false, isLost: false });
      const off = (clock: number) => Math.abs(clock - entry.typed);
      if (entry.lo > entry.typed + tolerated)
        faults.push(`${entry.slot}: lo is ${entry.lo - entry.typed} ms ahead`);
      if (!isHopeless && Math.min(off(entry.lo), off(entry.hi)) > tolerated)
        faults.push(
          `${entry.slot}: clocks are off by ${entry.lo - entry.typed} and ${entry.hi - entry.typed} ms`,
        );
    },
    arrived({ at, epoch, isOpen, cells }: Arrival): void {
      for (const [slot, { v, lo }] of Object.entries(cells))
        for (const entry of find(slot, v, lo)) {
          if (isOpen) {
            entry.arrived ??= at;
            // Whoever writes again brings along what was typed while another device did: the sender's epoch decides.
            entry.epoch = Math.max(entry.epoch, epoch);
          } else entry.cameAfterEnd = true;
        }
    },
    /** The storage of a device is gone, and with it what it alone had. */
    storageLost(device: number): void {
      for (const entry of entries)
        if (entry.device === device && entry.arrived === null && !entry.cameAfterEnd) entry.isLost = true;
    },
    /** What a device shows after it was opened anew: everything it had typed, unless it was killed right after the sign. */
    opened(device: number, shown: Record<string, { v: string }>, mayLackSince: number): void {
      for (const slot of new Set(entries.map((entry) => entry.slot))) {
        let last = lastOf(device, slot);
        while (last && last.typed >= mayLackSince && (shown[slot]?.v ?? '') !== last.v) {
          last.isLost = last.arrived === null;
          if (!last.isLost) break;
          last = lastOf(device, slot);
        }
        if (last && last.arrived === null && !last.cameAfterEnd && (shown[slot]?.v ?? '') !== last.v)
          faults.push(`device ${device} was opened without its answer ${slot}=${last.v}`);
      }
    },
    /** What a device says that the server has: it must have been there. */
    confirmed(device: number, cells: Record<string, { v: string; isDirty: boolean }>): void {
      for (const [slot, { v, isDirty }] of Object.entries(cells)) {
        const last = isDirty ? undefined : lastOf(device, slot);
        if (last && last.v === v && last.arrived === null && !last.cameAfterEnd)
          faults.push(`device ${device} says that ${slot}=${v} is saved, and the server never had it`);
      }
    },
    /** The end: what the server has is what the rules make of everything that was typed. */
    judge(end: Ending): void {
      for (const slot of new Set([...entries.map((entry) => entry.slot), ...Object.keys(end.values)])) {
        const allowed = allowedValues(
          entries.filter((entry) => entry.slot === slot && entry.arrived !== null),
          end,
        );
        const found = end.values[slot] ?? '';
        if (!allowed.has(found))
          faults.push(
            `${slot} is "${found}" at the server, not ${[...allowed].map((v) => `"${v}"`).join(' or ')}`,
          );
      }
      const isKept = ({ slot, v }: Entry) =>
        end.orphans.some((orphan) => orphan.slot === slot && orphan.v === v);
      for (const entry of entries) {
        const isOwnLast = lastOf(entry.device, entry.slot) === entry;
        if (!isOwnLast || entry.isLost) continue;
        if (entry.arrived === null && !entry.cameAfterEnd)
          faults.push(`${entry.slot}=${entry.v} of device ${entry.device} never came to the server`);
        const isRefused = entry.arrived === null || chance(entry, end) === 'none';
        if (isRefused && (end.values[entry.slot] ?? '') !== entry.v && !isKept(entry))
          faults.push(`${entry.slot}=${entry.v} of device ${entry.device} was refused and not kept`);
      }
    },
  };
}

export type Model = ReturnType<typeof createModel>;

/** The moments an entry may count as, and when its epoch ended. */
function span({ lo, hi, arrived, epoch }: Entry, { takeovers }: Ending) {
  const at = arrived ?? Number.POSITIVE_INFINITY;
  return {
    from: Math.min(lo, hi, at),
    to: Math.min(Math.max(lo, hi), at),
    epochEnd: takeovers[epoch - 1] ?? Number.POSITIVE_INFINITY,
  };
}

/** Whether an entry must be taken, may be, or must not (exams.md 3.6). */
function chance(entry: Entry, end: Ending): 'sure' | 'perhaps' | 'none' {
  const { from, to, epochEnd } = span(entry, end);
  if (from > epochEnd || from > end.deadline + 2_000) return 'none';
  // The epoch was over when it came, or it came before: both are fine up to the end of the epoch.
  return to <= epochEnd && to <= end.deadline ? 'sure' : 'perhaps';
}

/** Values that may stand at the end: of the latest entry that counts, or of those that cannot be told from it. */
function allowedValues(entries: readonly Entry[], end: Ending): Set<string> {
  const valid = entries.filter((entry) => chance(entry, end) !== 'none');
  const sure = valid.filter((entry) => chance(entry, end) === 'sure');
  const latest = Math.max(Number.NEGATIVE_INFINITY, ...sure.map((entry) => span(entry, end).from));
  const left = valid.filter((entry) => span(entry, end).to >= latest);
  return new Set([...left.map(({ v }) => v), ...(sure.length === 0 ? [''] : [])]);
}
