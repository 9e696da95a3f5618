import { lt, sql } from 'drizzle-orm';
import { pushDeliveries, pushSubscriptions } from '../db/schema/push.ts';
import type { Deps } from '../deps.ts';
import { failureFields } from '../failureText.ts';
import { deliverDue } from './deliver.ts';
import { planNotices, planReminders } from './plan.ts';
import { vapidKeys } from './vapid.ts';

/** How often the server looks for messages to send, milliseconds. */
const everyMs = 30_000;
const day = 86_400_000;
/** Days after which messages are deleted, and browsers that did not open the app any more. */
const kept = { deliveries: 30, browsers: 90 };

/** Plans and sends what is due now. */
export async function pushNow(deps: Deps, signal = new AbortController().signal): Promise<void> {
  await planNotices(deps);
  await planReminders(deps);
  await deliverDue(deps, signal);
}

/** Deletes old messages, browsers that stayed away, and those whose login has ended. */
export async function sweepPush({ db, clock }: Deps): Promise<void> {
  const ago = (days: number) => new Date(clock.now() - days * day);
  await db.delete(pushDeliveries).where(lt(pushDeliveries.created, ago(kept.deliveries)));
  await db.delete(pushSubscriptions).where(lt(pushSubscriptions.lastSeen, ago(kept.browsers)));
  await db.execute(
    sql`delete from push_subscriptions s using sessions l where l.id = s.session_id and l.revoked is not null`,
  );
}

/**
 * Makes the key pair, then looks for messages every half minute, one look at a time. Answers how to stop: a running
 * call is aborted, and the next process sends its message.
 */
export function pushRegularly(deps: Deps): () => Promise<void> {
  const stop = new AbortController();
  const guarded = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      if (!stop.signal.aborted) deps.log.error('push_failed', failureFields(error));
    });
  let running: Promise<unknown> = guarded(vapidKeys(deps).then(() => sweepPush(deps)));
  let isIdle = false;
  void running.then(() => {
    isIdle = true;
  });
  const timer = setInterval(() => {
    if (!isIdle) return;
    isIdle = false;
    running = guarded(pushNow(deps, stop.signal)).then(() => {
      isIdle = true;
    });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  };
}
