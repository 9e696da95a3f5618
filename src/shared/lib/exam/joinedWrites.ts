/**
 * Batches writes while one is running (exams.md 3.2). The first write starts at once; later ones are combined into the
 * next. So every keystroke is written without delay, and a slow disk does not get a write per keystroke.
 */
export function createJoinedWrites<Cell>(write: (cells: Record<string, Cell>) => Promise<void>) {
  let waiting: Record<string, Cell> = {};
  let running: Promise<void> | null = null;

  const hasWaiting = () => Object.keys(waiting).length > 0;

  const run = async (): Promise<void> => {
    while (hasWaiting()) {
      const batch = waiting;
      waiting = {};
      try {
        await write(batch);
      } catch (error) {
        // They stay waiting, below newer input; the next write includes them.
        waiting = { ...batch, ...waiting };
        throw error;
      }
    }
  };

  const begin = (): Promise<void> => {
    running ??= run().finally(() => {
      running = null;
    });
    return running;
  };

  return {
    /** Queues cells. Resolves when they and all earlier ones are written; rejects if the disk refuses them. */
    put(cells: Record<string, Cell>): Promise<void> {
      waiting = { ...waiting, ...cells };
      return begin();
    },
    /** Resolves when nothing waits; a failed write is tried once more. */
    flush: (): Promise<void> => (hasWaiting() || running !== null ? begin() : Promise.resolve()),
  };
}
