import { and, eq, isNull, lt, lte, sql } from 'drizzle-orm';
import { queryRows } from '../db/client.ts';
import { mails } from '../db/schema/mail.ts';
import type { Deps } from '../deps.ts';
import { failureFields } from '../failureText.ts';
import { unseal } from './queue.ts';
import type { MailOutcome } from './transport.ts';

/** Mails claimed at a time. */
const batch = 5;
/** Lease of a mail for the process that took it, milliseconds: much longer than sending may take. */
const leaseMs = 5 * 60_000;
/** Pauses before the next try, seconds; after the last one a mail is given up. */
const pauses = [15, 60, 5 * 60, 30 * 60, 2 * 3600, 6 * 3600] as const;
/** How often the server looks for mails, milliseconds: somebody waits for a code. */
const everyMs = 1000;
/** Days after which mails are deleted completely. */
const keptDays = 30;

type Claimed = {
  id: number;
  kind: string;
  message_id: string;
  sealed: string;
  attempts: number;
  created: number;
};

/** Claims mails that are due, so that no other process sends them too. */
function claim({ db, clock }: Deps): Promise<Claimed[]> {
  const now = sql`${new Date(clock.now()).toISOString()}::timestamptz`;
  const until = sql`${new Date(clock.now() + leaseMs).toISOString()}::timestamptz`;
  return queryRows<Claimed>(
    db,
    sql`update mails set not_before = ${until}, attempts = attempts + 1
        where id in (select id from mails where sealed is not null and not_before <= ${now} and expires > ${now}
          order by not_before, id limit ${batch}::int for update skip locked)
        returning id, kind, message_id, sealed, attempts, (extract(epoch from created) * 1000)::float8 as created`,
  );
}

async function finish({ db, clock }: Deps, id: number, failed: string | null): Promise<void> {
  const sent = failed === null ? new Date(clock.now()) : null;
  await db.update(mails).set({ sealed: null, sent, failed }).where(eq(mails.id, id));
}

async function send(deps: Deps, claimed: Claimed): Promise<MailOutcome> {
  try {
    const mail = await unseal(deps.keys.sealing, claimed.sealed);
    const created = new Date(Number(claimed.created));
    return await deps.mail.send(mail, { messageId: claimed.message_id, kind: claimed.kind, created });
  } catch (error) {
    const { code, error: name } = failureFields(error);
    return { outcome: 'later', reason: String(code ?? name ?? 'unknown') };
  }
}

async function deliver(deps: Deps, claimed: Claimed): Promise<void> {
  const { id, kind, attempts } = claimed;
  const outcome = await send(deps, claimed);
  if (outcome.outcome === 'sent') return finish(deps, id, null);
  deps.log.error('mail_failed', { mail: id, kind, reason: outcome.reason, attempts });
  const pause = pauses[attempts - 1];
  if (outcome.outcome === 'refused') return finish(deps, id, 'refused');
  if (pause === undefined) return finish(deps, id, 'failed');
  const notBefore = new Date(deps.clock.now() + pause * 1000);
  await deps.db.update(mails).set({ notBefore }).where(eq(mails.id, id));
}

/**
 * Sends every mail that is due, a few at the same time. Safe in several processes: each mail is claimed by one of them.
 * A mail is sent twice only if a process dies, or sleeps longer than its lease, after the mail server has accepted it and
 * before this is stored.
 */
export async function deliverMails(deps: Deps, signal = new AbortController().signal): Promise<void> {
  while (!signal.aborted) {
    const claimed = await claim(deps);
    if (claimed.length === 0) return;
    await Promise.all(claimed.map((one) => deliver(deps, one)));
  }
}

/** Deletes the content of mails once it is useless, and old mails completely. */
export async function sweepMails({ db, clock }: Deps): Promise<void> {
  const now = new Date(clock.now());
  const isUseless = and(lte(mails.expires, now), isNull(mails.sent), isNull(mails.failed));
  await db.update(mails).set({ sealed: null, failed: 'expired' }).where(isUseless);
  await db.delete(mails).where(lt(mails.created, new Date(clock.now() - keptDays * 86_400_000)));
}

/**
 * Looks for mails every second, one look at a time. Answers how to stop; mails that are being sent are still completed.
 */
export function mailRegularly(deps: Deps): () => Promise<void> {
  const { production, smtpUrl, mailDir } = deps.config;
  if (production && smtpUrl === null) deps.log.error('mail_without_smtp', { folder: mailDir });
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  const look = () => {
    running ??= deliverMails(deps, stop.signal)
      .catch((error: unknown) => deps.log.error('mail_failed', failureFields(error)))
      .finally(() => {
        running = null;
      });
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  };
}
