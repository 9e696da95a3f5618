/**
 * Detects books that are behind the gateway (row 114 of money.md 7). After an old backup was restored, an order that
 * the database calls unpaid may be paid, and a command that it calls unsent was sent. A mark beside the database says
 * how far the books once were; a server that finds less holds everything back until a person has looked. A server
 * without such a mark (a new machine, or one whose data folder was restored, too) asks the gateway instead.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { type Db, queryRows } from '../../db/client.ts';
import { settings } from '../../db/schema/system.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { tellHeld } from '../operator/remind.ts';
import { compareNewest } from './ahead.ts';
import { holdName } from './commands.ts';

/** The last numbers of the books and of the commands; both only grow. */
type Mark = { ledger: number; commands: number };

/** The database that a mark is about: the folder may be used with another database later. */
function databaseOf({ config }: Pick<Deps, 'config'>): string {
  if (config.databaseUrl === null) return 'embedded';
  return createHash('sha256').update(config.databaseUrl).digest('hex').slice(0, 16);
}

const fileOf = ({ config }: Pick<Deps, 'config'>) => join(config.dataDir, 'money-mark.json');

/** `null`: this server has never noted one for this database. */
function readMark(deps: Pick<Deps, 'config'>): Mark | null {
  try {
    const mark = JSON.parse(readFileSync(fileOf(deps), 'utf8')) as Partial<Mark & { database: string }>;
    if (mark.database !== databaseOf(deps)) return null;
    return { ledger: Number(mark.ledger) || 0, commands: Number(mark.commands) || 0 };
  } catch {
    return null;
  }
}

function writeMark(deps: Pick<Deps, 'config'>, mark: Mark): void {
  const file = fileOf(deps);
  mkdirSync(deps.config.dataDir, { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, JSON.stringify({ ...mark, database: databaseOf(deps) }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

async function present(db: Db): Promise<Mark> {
  const [row] = await queryRows<Mark>(
    db,
    sql`select coalesce((select max(id) from ledger_entries), 0)::int as ledger,
          coalesce((select max(id) from gateway_commands), 0)::int as commands`,
  );
  return row ?? { ledger: 0, commands: 0 };
}

/** Whether everything about money is held back. */
export async function isHeld(db: Db): Promise<boolean> {
  const rows = await db.select({ name: settings.name }).from(settings).where(eq(settings.name, holdName));
  return rows.length > 0;
}

/** Notes how far the books are. If the folder cannot be written, this is only logged: no payment waits for it. */
export async function noteMark(deps: Deps): Promise<void> {
  const now = await present(deps.db);
  const known = readMark(deps) ?? { ledger: 0, commands: 0 };
  // Empty books leave no mark: an old dump may still be restored into them.
  if (now.ledger <= known.ledger && now.commands <= known.commands) return;
  try {
    writeMark(deps, {
      ledger: Math.max(known.ledger, now.ledger),
      commands: Math.max(known.commands, now.commands),
    });
  } catch (error) {
    deps.log.error('money_mark_failed', failureFields(error));
  }
}

/** Why the books cannot be trusted; `null`: they can. */
async function whyBehind(deps: Deps, now: Mark): Promise<Record<string, unknown> | null> {
  const known = readMark(deps);
  if (known !== null) return now.ledger < known.ledger || now.commands < known.commands ? { known } : null;
  const { kind, ...compared } = await compareNewest(deps);
  return kind === 'same' ? null : { gateway: kind, ...compared };
}

/**
 * Holds everything back when the books are shorter than they once were, or where nobody knows how long they were, when
 * the gateway has more (or does not answer). The operator is told by mail. `true`: it is held.
 */
export async function holdIfBehind(deps: Deps): Promise<boolean> {
  if (await isHeld(deps.db)) return true;
  const now = await present(deps.db);
  const why = await whyBehind(deps, now);
  if (why === null) {
    await noteMark(deps);
    return false;
  }
  const modified = new Date(deps.clock.now());
  const made = await deps.db
    .insert(settings)
    .values({ name: holdName, value: { since: modified.toISOString(), ...why, now }, modified })
    .onConflictDoNothing()
    .returning({ name: settings.name });
  deps.log.error('money_held', { ledger: now.ledger, why: JSON.stringify(why) });
  if (made.length > 0) await tellHeld(deps, isSilent(why) ? 'silent' : 'behind');
  return true;
}

const isSilent = (value: unknown) => (value as { gateway?: unknown } | undefined)?.gateway === 'silent';
const heldBySilence = and(eq(settings.name, holdName), sql`${settings.value} ->> 'gateway' = 'silent'`);

/**
 * A hold because the gateway did not answer needs no person: asks again, and goes on when the books are as the gateway
 * says. If it has more than the books, the hold waits for a person like any other.
 */
export async function askAgain(deps: Deps): Promise<void> {
  const [held] = await deps.db.select().from(settings).where(eq(settings.name, holdName));
  if (!isSilent(held?.value)) return;
  const { kind, ...compared } = await compareNewest(deps);
  if (kind === 'silent') return;
  if (kind === 'same') {
    // Not if a person has stopped everything in the meantime.
    const gone = await deps.db.delete(settings).where(heldBySilence).returning({ name: settings.name });
    if (gone.length > 0) writeMark(deps, await present(deps.db));
    return;
  }
  const value = { ...(held?.value as object), gateway: kind, ...compared };
  const turned = await deps.db
    .update(settings)
    .set({ value })
    .where(heldBySilence)
    .returning({ name: settings.name });
  if (turned.length > 0) await tellHeld(deps, 'behind');
}

/** Holds everything back at the request of a person, also when it is held already. */
export async function hold(db: Db, at: Date): Promise<void> {
  const value = { since: at.toISOString() };
  await db
    .insert(settings)
    .values({ name: holdName, value, modified: at })
    .onConflictDoUpdate({ target: settings.name, set: { value } });
}

/** Goes on: the present books count from now on. */
export async function release(db: Db, deps: Pick<Deps, 'config'>): Promise<void> {
  await db.delete(settings).where(eq(settings.name, holdName));
  writeMark(deps, await present(db));
}
