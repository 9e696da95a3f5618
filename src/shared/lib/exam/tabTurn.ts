/** How long to wait for a hanging tab before its turn is taken away, ms (exams.md 3.4 S10). */
export const patienceMs = 10_000;

/**
 * How long a page waits for a turn that is taken, ms. The holder may be its own earlier page that is still unloading
 * after a reload, or the background sender. If the turn is still taken after that, another tab has it.
 */
const handoverMs = 3000;

const prefix = 'exam-';
const nameOf = (attempt: string) => prefix + attempt;

/** Messages between tabs of one attempt. */
type TurnMessage = { type: 'give-way' };

/** `writer`: this tab may write. `reader`: another tab is the writer. `waiting`: this tab has asked for the turn. */
export type Turn = 'writer' | 'reader' | 'waiting';

/** What a tab does when its turn begins or ends. */
export type TurnRules = {
  /** Another tab wants to write: writes all input to the disk before this tab lets go. */
  flush: () => Promise<void>;
  /** The turn has changed. */
  onTurn: (turn: Turn) => void;
};

/**
 * One tab of an attempt writes at a time (exams.md 3.4 S10): the one that holds the attempt's lock. Another tab can ask
 * it to finish and let go. A hanging tab loses the lock after ten seconds, and the next tab replays its journal. In a
 * browser without locks every tab writes; then the journal and the merge rules keep the answers right.
 */
export function createTabTurn(attempt: string, { flush, onTurn }: TurnRules) {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(nameOf(attempt)) : null;
  let turn: Turn = 'reader';
  let release: (() => void) | null = null;
  let isStopped = false;
  /** Client id of this tab in the list of lock holders; `null`: not known yet. */
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
    // Data that cannot be stored now is in the journal, which the next tab reads.
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
    /**
     * 「このタブで続ける」: the other tab finishes and lets go; a tab that does not answer loses its turn. Resolves when
     * that is done.
     */
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
      await new Promise<void>((resolve) => {
        locks
          .request(nameOf(attempt), { steal: true }, () => {
            const held = hold();
            resolve();
            return held;
          })
          .catch(() => {
            lost();
            resolve();
          });
      });
    },
    /** Whether this tab still has the turn: a tab that was hanging hears late that it lost it (row 22). */
    async isOurs(): Promise<boolean> {
      if (turn === 'writer' && ownId !== null && (await holderOf()) !== ownId) lost();
      return turn === 'writer';
    },
    /**
     * The page is frozen, and nothing of it runs until it comes back (row 20). It releases the lock: a frozen holder
     * would keep other pages from writing, and some browsers do not cache a page that holds a lock. The view is not
     * told, because nobody sees it.
     *
     * @returns whether this page had the turn and has lost it now.
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

/** Whether a tab of this browser writes an attempt now. A browser without locks cannot tell: false. */
export async function isAnyAttemptWritten(): Promise<boolean> {
  const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
  const { held = [] } = (await locks?.query?.()) ?? {};
  return held.some(({ name }) => name?.startsWith(prefix));
}

/** Runs `work` for an attempt if no tab has it open; otherwise does nothing. @returns whether it ran. */
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
