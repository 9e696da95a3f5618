import { sql } from 'drizzle-orm';
import { type Db, queryRows } from './client.ts';

/** How often a process looks at the database's clock, milliseconds (exams.md 3.5). */
const everyMs = 60_000;
/** A look that took longer is ignored, because it is too inexact, milliseconds. */
const longestMs = 5_000;

/** A clock that follows the database's clock, and how it is kept correct. */
export type DatabaseClock = {
  now(): number;
  /** Looks at the database's clock now. */
  correct(): Promise<void>;
  /** Begins to look every minute; answers how to stop. */
  keepCorrect(onFailure: (error: unknown) => void): () => void;
};

/**
 * The time by the one clock that all processes share: a deadline must not depend on which process answers. `system`:
 * the clock of this process, epoch milliseconds; it counts until the first look.
 */
export function databaseClock(db: Db, system: () => number = () => Date.now()): DatabaseClock {
  let offset = 0;
  const correct = async () => {
    const sent = system();
    const [row] = await queryRows<{ now: number | string }>(
      db,
      sql`select (extract(epoch from clock_timestamp()) * 1000)::float8 as now`,
    );
    const received = system();
    if (row && received - sent <= longestMs) offset = Math.round(Number(row.now) - (sent + received) / 2);
  };
  return {
    now: () => system() + offset,
    correct,
    keepCorrect(onFailure) {
      const timer = setInterval(() => void correct().catch(onFailure), everyMs);
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
