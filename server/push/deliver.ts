import { eq, sql } from 'drizzle-orm';
import type { PushKind } from '#contracts/push.ts';
import type { PushPayload } from '#contracts/pushPayload.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { queryRows } from '../db/client.ts';
import { pushDeliveries, pushSubscriptions } from '../db/schema/push.ts';
import type { Deps } from '../deps.ts';
import { countUnread } from '../domain/notice/store.ts';
import { mayRemind, type PushHours, quietUntil } from '../domain/push/quiet.ts';
import { type Outcome, type PushTarget, sendPush } from './send.ts';
import { texts } from './texts.ts';
import { type VapidKeys, vapidKeys } from './vapid.ts';

/** Messages claimed at a time. */
const batch = 20;
/** Lease of a message for the process that took it, milliseconds: longer than one call may take. */
const leaseMs = 60_000;
/** Pauses before the next try, minutes; after the last one a message is given up. */
const pauses = [1, 5, 30, 120] as const;

type Claimed = { id: number; attempts: number };
type Due = PushTarget & {
  subscription_id: number;
  user_id: number;
  kind: PushKind;
  subject: string;
  grade: string | null;
  preference: PushHours;
  /** `null` when the notice is gone, or was read meanwhile. */
  title: string | null;
  is_heard: boolean;
};

/** Claims messages that are due, so that no other process sends them too. */
function claim({ db, clock }: Deps): Promise<Claimed[]> {
  const now = sql`${new Date(clock.now()).toISOString()}::timestamptz`;
  const until = sql`${new Date(clock.now() + leaseMs).toISOString()}::timestamptz`;
  return queryRows<Claimed>(
    db,
    sql`update push_deliveries set not_before = ${until}, attempts = attempts + 1
        where id in (select id from push_deliveries where not is_done and not_before <= ${now}
          order by not_before, id limit ${batch}::int for update skip locked)
        returning id, attempts`,
  );
}

async function readDue({ db }: Deps, id: number): Promise<Due | null> {
  const rows = await queryRows<Due>(
    db,
    sql`select s.id as subscription_id, s.user_id, s.endpoint, s.p256dh, s.auth, d.kind, d.subject, u.grade,
          u.preference, n.title, (l.revoked is null and u.withdrawn is null
            and s.kinds @> to_jsonb(array[d.kind])) as is_heard
        from push_deliveries d join push_subscriptions s on s.id = d.subscription_id
        join sessions l on l.id = s.session_id join users u on u.id = s.user_id
        left join notices n on d.kind = 'notice' and n.id::text = d.subject
          and (n.user_id is null or n.user_id = s.user_id)
          and not exists (select 1 from notice_reads r where r.notice_id = n.id and r.user_id = s.user_id)
        where d.id = ${id}`,
  );
  return rows[0] ?? null;
}

async function payloadOf({ db, clock }: Deps, due: Due): Promise<PushPayload> {
  const unread = await countUnread(db, due.user_id, new Date(clock.now()));
  const tag = `${due.kind}:${due.subject}`;
  if (due.kind === 'notice') {
    const path = paths.noticeDetail(due.subject);
    return { kind: due.kind, title: due.title ?? '', body: texts.notice, path, tag, unread };
  }
  // Only one reminder at a time on the screen: it replaces yesterday's.
  return {
    kind: due.kind,
    title: texts.reminderTitle,
    body: texts.reminder,
    path: paths.mypage(),
    tag: due.kind,
    unread,
  };
}

/** What to do with a message now, before it is sent: `null` means send. */
function holdBack(due: Due, now: number): 'drop' | { until: number } | null {
  if (!due.is_heard) return 'drop';
  if (due.kind === 'reminder') return mayRemind(now, due.preference, due.grade) ? null : 'drop';
  if (due.title === null) return 'drop';
  const until = quietUntil(now, due.preference);
  return until === null ? null : { until };
}

async function finish({ db }: Deps, id: number): Promise<void> {
  await db.update(pushDeliveries).set({ isDone: true }).where(eq(pushDeliveries.id, id));
}

async function postpone({ db }: Deps, id: number, until: number, attempts: number): Promise<void> {
  const change = { notBefore: new Date(until), attempts };
  await db.update(pushDeliveries).set(change).where(eq(pushDeliveries.id, id));
}

async function note(deps: Deps, { id, attempts }: Claimed, due: Due, outcome: Outcome): Promise<void> {
  if (outcome.kind === 'sent') return finish(deps, id);
  if (outcome.kind === 'gone') {
    await deps.db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, due.subscription_id));
    return;
  }
  const { host } = new URL(due.endpoint);
  deps.log.error('push_failed', { host, reason: outcome.reason, attempts });
  const pause = outcome.kind === 'later' ? pauses[attempts - 1] : undefined;
  if (outcome.kind !== 'later' || pause === undefined) return finish(deps, id);
  const wait = Math.max(pause * 60_000, Math.min(outcome.seconds, 86_400) * 1000);
  return postpone(deps, id, deps.clock.now() + wait, attempts);
}

async function deliver(deps: Deps, keys: VapidKeys, claimed: Claimed, signal: AbortSignal): Promise<void> {
  const due = await readDue(deps, claimed.id);
  if (!due) return;
  const hold = holdBack(due, deps.clock.now());
  if (hold === 'drop') return finish(deps, claimed.id);
  // Waiting for the morning does not count as a failed try.
  if (hold) return postpone(deps, claimed.id, hold.until, claimed.attempts - 1);
  const outcome = await sendPush(deps, keys, due, await payloadOf(deps, due), signal);
  await note(deps, claimed, due, outcome);
}

/**
 * Sends every message that is due, a few at the same time. Safe in several processes: each message is claimed by one of
 * them.
 */
export async function deliverDue(deps: Deps, signal: AbortSignal): Promise<void> {
  let keys: VapidKeys | null = null;
  while (!signal.aborted) {
    const claimed = await claim(deps);
    if (claimed.length === 0) return;
    const pair: VapidKeys = keys ?? (await vapidKeys(deps));
    keys = pair;
    await Promise.all(claimed.map((one) => deliver(deps, pair, one, signal)));
  }
}
