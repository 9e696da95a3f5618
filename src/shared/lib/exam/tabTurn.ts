/** How long a tab that hangs is waited for before its turn is taken away, ms (exams.md 3.4 S10). */
export const patienceMs = 10_000;

/**
 * How long a page waits for a turn that somebody has, ms: its own former self that is still on its way out after a reload, or
 * what sends answers behind the screens. Who has it after that is another tab.
 */
const handoverMs = 3000;

const nameOf = (attempt: string) => `exam-${attempt}`;

/** What tabs of one attempt say to each other. */
type TurnMessage = { type: 'give-way' };

/** `writer`: this tab may write. `reader`: another tab does. `waiting`: this one has asked to. */
export type Turn = 'writer' | 'reader' | 'waiting';

/** What a tab has to do when its turn begins or ends. */
export type TurnRules = {
  /** Another tab wants to write: everything typed is brought to the disk before this one lets go. */
  flush: () => Promise<void>;
  /** The turn has changed. */
  onTurn: (turn: Turn) => void;
};

/**
 * One tab of an attempt writes at a time (exams.md 3.4 S10): who holds the lock of the attempt. Another tab asks it to
 * finish and let go; one that hangs loses the lock after ten seconds, and its journal is replayed by the next. Where the
 * browser has no locks every tab writes: the journal and the merge rules keep the answers right then.
 */
export function createTabTurn(attempt: string, { flush, onTurn }: TurnRules) {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(nameOf(attempt)) : null;
  let turn: Turn = 'reader';
  let release: (() => void) | null = null;
  let isStopped = false;
  /** Who this tab is among those that hold locks; `null`: not known yet. */
  let ownId: string | null = null;

  const holderOf = async (): Promise<string | null> => {
    const { held = [] } = (await locks?.query?.()) ?? {};
    return held.find(({ name }) => name === nameOf(attempt))?.clientId ?? null;
  };

  const set = (next: Turn) => {
    if (turn === next || isStopped) return;
    turn = next;
    onTurn(next);
  };

  /** Holds the lock until it is released or stolen. */
  const hold = (): Promise<void> => {
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    set('writer');
    void holderOf().then((id) => {
      if (turn === 'writer') ownId = id;
    });
    return released;
  };

  const lost = () => {
    release = null;
    set('reader');
  };

  const giveWay = async () => {
    if (turn !== 'writer') return;
    // What cannot be stored now lies in the journal, which the next tab reads.
    await flush().catch((error: unknown) => console.warn('exam: not flushed', error));
    release?.();
    lost();
  };

  channel?.addEventListener('message', ({ data }: MessageEvent<TurnMessage>) => {
    if (data.type === 'give-way') void giveWay();
  });

  return {
    get: (): Turn => turn,
    /** Takes the turn if no other tab has it. Resolves when that is known. */
    async begin(): Promise<Turn> {
      if (!locks) {
        set('writer');
        return turn;
      }
      await new Promise<void>((resolve) => {
        locks
          .request(nameOf(attempt), { signal: AbortSignal.timeout(handoverMs) }, () => {
            const held = isStopped ? undefined : hold();
            resolve();
            return held;
          })
          .catch(() => {
            lost();
            resolve();
          });
      });
      if (turn !== 'writer') onTurn('reader');
      return turn;
    },
    /** 「このタブで続ける」: the other tab finishes and lets go; one that does not answer loses its turn. */
    async take(): Promise<void> {
      if (turn === 'writer' || !locks) return set('writer');
      set('waiting');
      channel?.postMessage({ type: 'give-way' } satisfies TurnMessage);
      const patience = new AbortController();
      const timer = setTimeout(() => patience.abort(), patienceMs);
      const isTaken = await new Promise<boolean>((resolve) => {
        locks
          .request(nameOf(attempt), { signal: patience.signal }, () => {
            clearTimeout(timer);
            resolve(true);
            return hold();
          })
          .catch(() => {
            resolve(false);
            if (turn === 'writer') lost();
          });
      });
      if (isTaken || isStopped) return;
      locks.request(nameOf(attempt), { steal: true }, hold).catch(() => lost());
    },
    /** Whether this tab has the turn still: one that has hung hears late that it was taken away (row 22). */
    async isOurs(): Promise<boolean> {
      if (turn === 'writer' && ownId !== null && (await holderOf()) !== ownId) lost();
      return turn === 'writer';
    },
    /**
     * The page is put aside, and nothing of it runs until it comes back (row 20): the lock of one that sleeps would keep others
     * from writing, and some browsers keep no page that has one. Nobody sees it meanwhile, so nobody is told.
     *
     * @returns whether this page has had the turn, and has it no more.
     */
    putAside(): boolean {
      if (!locks || turn !== 'writer') return false;
      release?.();
      release = null;
      turn = 'reader';
      return true;
    },
    /** The tab leaves the attempt. */
    stop(): void {
      isStopped = true;
      release?.();
      release = null;
      channel?.close();
    },
  };
}

export type TabTurn = ReturnType<typeof createTabTurn>;

/**
 * Does something for an attempt when no tab has it open, else nothing. @returns whether it was done.
 */
export async function whenUnused(attempt: string, work: () => Promise<void>): Promise<boolean> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  if (!locks) {
    await work();
    return true;
  }
  return locks.request(nameOf(attempt), { ifAvailable: true }, async (lock) => {
    if (!lock) return false;
    await work();
    return true;
  });
}
