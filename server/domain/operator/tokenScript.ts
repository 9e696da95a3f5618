/**
 * Watches the script that takes card numbers in the card frame (money.md 6). It is the gateway's and may change at any
 * time, so it cannot be pinned; a person is told that it has changed.
 */
import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { settings } from '../../db/schema/system.ts';
import { transaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { addTask } from '../order/tasks.ts';

const name = 'token-script';
/** Longest wait for the script, milliseconds. */
const patience = 10_000;

type Known = { url: string; sha256: string };

async function hashOf(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(patience) });
  if (!answer.ok) throw new Error(`the token script answered ${answer.status}`);
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex');
}

/**
 * Compares the token script with the one of the last night, and adds a task when it has changed. The first one is only
 * noted, as is one at another address, which the operator has set. A script that cannot be loaded is logged.
 */
export async function watchTokenScript(deps: Deps): Promise<void> {
  const url = deps.gateway.capabilities.card?.scriptUrl;
  if (!url) return;
  const sha256 = await hashOf(url).catch((error: unknown) => {
    deps.log.error('token_script_unread', failureFields(error));
    return null;
  });
  if (sha256 === null) return;
  await transaction(deps.db, async (tx) => {
    const modified = new Date(deps.clock.now());
    const value: Known = { url, sha256 };
    await tx.insert(settings).values({ name, value, modified }).onConflictDoNothing();
    const [row] = await tx.select().from(settings).where(eq(settings.name, name)).for('update');
    const known = row?.value as Known;
    if (known.url === url && known.sha256 === sha256) return;
    await tx.update(settings).set({ value, modified }).where(eq(settings.name, name));
    if (known.url !== url) return;
    const nothing = { orderId: null, attemptId: null };
    await addTask(tx, deps, 'alarm', nothing, { token_script: url, was: known.sha256, now: sha256 });
  });
}
