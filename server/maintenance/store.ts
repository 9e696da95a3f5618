import { setTimeout as pause } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { maintenanceSchema } from '#contracts/failure.ts';
import type { Db } from '../db/client.ts';
import { settings } from '../db/schema/system.ts';
import type { Deps } from '../deps.ts';
import { failureFields } from '../failureText.ts';

/** What the operator says about a maintenance; times are ISO 8601. */
export type MaintenanceState = Omit<z.output<typeof maintenanceSchema>, 'detail'>;

const stateSchema = z.omit(maintenanceSchema, { detail: true });
const name = 'maintenance';

/** The switch as stored, or `null` while it is off. */
export async function readMaintenance(db: Db): Promise<MaintenanceState | null> {
  const rows = await db
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, name))
    .limit(1);
  return rows[0] ? stateSchema.parse(rows[0].value) : null;
}

/** Turns maintenance on, or changes what is said about it. It stays on until `endMaintenance`. */
export async function startMaintenance(db: Db, state: MaintenanceState, now: number): Promise<void> {
  const row = { value: state, modified: new Date(now) };
  await db
    .insert(settings)
    .values({ name, ...row })
    .onConflictDoUpdate({ target: settings.name, set: row });
}

/** Turns it off; `false` when it was not on. */
export async function endMaintenance(db: Db): Promise<boolean> {
  const gone = await db.delete(settings).where(eq(settings.name, name)).returning({ name: settings.name });
  return gone.length > 0;
}

/** How old the cached switch may be, milliseconds. */
const maxAge = 1000;

/** How long requests wait for the switch while an earlier state of it is known, milliseconds. */
const patienceMs = 200;

/**
 * The switch as this process has cached it, at most a second old. Requests at the same time share one query. When the
 * database does not answer, the last known state stays. Nobody waits long for it: else all calls of a crowd would be
 * held up together each second, and come at one moment.
 */
export function maintenanceWatch(deps: Deps): () => Promise<MaintenanceState | null> {
  let known: { state: MaintenanceState | null; readAt: number } = {
    state: null,
    readAt: Number.NEGATIVE_INFINITY,
  };
  let running: Promise<MaintenanceState | null> | null = null;
  const refresh = async () => {
    const readAt = deps.clock.now();
    try {
      known = { state: await readMaintenance(deps.db), readAt };
    } catch (error) {
      deps.log.error('maintenance_unread', failureFields(error));
    } finally {
      running = null;
    }
    return known.state;
  };
  const lastKnown = () => pause(patienceMs, undefined, { ref: false }).then(() => known.state);
  return async () => {
    if (deps.clock.now() - known.readAt < maxAge) return known.state;
    running ??= refresh();
    return Number.isFinite(known.readAt) ? Promise.race([running, lastKnown()]) : running;
  };
}
