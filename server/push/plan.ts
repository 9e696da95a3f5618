import { sql } from 'drizzle-orm';
import type { Deps } from '../deps.ts';
import { defaultHours, minuteOfDay } from '../domain/push/quiet.ts';
import { japaneseDay } from '../domain/watchhistory/studyTime.ts';

/** Notices that are older than this when they are stored are not sent, milliseconds. */
const newsMs = 48 * 60 * 60_000;
/** A reminder that could not be sent within this time is skipped, minutes. */
const remindWithin = 60;
/** A learner who has studied this long on a day needs no reminder, seconds. */
const hasStudied = 60;

/** Browsers whose login still runs, with the messages that they want. */
const listening = sql`push_subscriptions s join sessions l on l.id = s.session_id and l.revoked is null
  join users u on u.id = l.user_id and u.withdrawn is null`;

/**
 * Queues every message that is due, once for each browser: the unique row decides when two processes plan at the same
 * time. Notices: published since the browser subscribed, and not read yet.
 */
export async function planNotices({ db, clock }: Deps): Promise<void> {
  const now = sql`${new Date(clock.now()).toISOString()}::timestamptz`;
  const oldest = sql`${new Date(clock.now() - newsMs).toISOString()}::timestamptz`;
  await db.execute(sql`
    insert into push_deliveries (subscription_id, kind, subject, not_before, created)
    select s.id, 'notice', n.id::text, ${now}, ${now}
    from ${listening}, notices n
    where s.kinds @> '["notice"]'::jsonb and n.published <= ${now} and n.published > ${oldest}
      and greatest(n.published, n.created) > s.created
      and (n.user_id is null or n.user_id = s.user_id)
      and not exists (select 1 from notice_reads r where r.notice_id = n.id and r.user_id = s.user_id)
    on conflict do nothing`);
}

/** Study reminders: at the time that the learner chose, when they have a course and have not studied yet today. */
export async function planReminders({ db, clock }: Deps): Promise<void> {
  const at = clock.now();
  const now = sql`${new Date(at).toISOString()}::timestamptz`;
  const passed = sql`(${minuteOfDay(at)}::int
    - extract(epoch from coalesce(u.preference->>'remind_at', ${defaultHours.remind_at})::time)::int / 60
    + 1440) % 1440`;
  // Shortly after midnight a reminder of the late evening still belongs to the day before.
  const day = sql`case when ${passed} <= ${minuteOfDay(at)}::int then ${japaneseDay(at)}
    else ${japaneseDay(at - 86_400_000)} end`;
  await db.execute(sql`
    insert into push_deliveries (subscription_id, kind, subject, not_before, created)
    select s.id, 'reminder', ${day}, ${now}, ${now}
    from ${listening}
    where s.kinds @> '["reminder"]'::jsonb and ${passed} < ${remindWithin}::int
      and ${now} - ${passed} * interval '1 minute' >= date_trunc('minute', s.created)
      and exists (select 1 from inventories i
        where i.user_id = u.id and (i.expire_at is null or i.expire_at > ${now}))
      and not exists (select 1 from study_days d
        where d.user_id = u.id and d.day::text = ${day} and d.seconds >= ${hasStudied})
    on conflict do nothing`);
}
