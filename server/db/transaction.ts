import type { Db, Tx } from './client.ts';

/** PostgreSQL's codes for a transaction that conflicted with another one and may simply be run again. */
const lostRace = new Set(['40001', '40P01']);
const tries = 3;

function sqlState(error: unknown): string | undefined {
  const candidates = error instanceof Error ? [error, error.cause] : [];
  for (const candidate of candidates) {
    const code = (candidate as { code?: unknown } | undefined)?.code;
    if (typeof code === 'string') return code;
  }
  return undefined;
}

/**
 * Runs `run` in a transaction and runs it again when two transactions got in each other's way (deadlock). `run` must
 * have no effects outside the database.
 */
export async function transaction<Result>(db: Db, run: (tx: Tx) => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(run);
    } catch (error) {
      if (attempt === tries || !lostRace.has(sqlState(error) ?? '')) throw error;
    }
  }
}
