/** The mails of a random world: a mail server that sometimes has no time, and what it must have got in the end. */
import { and, eq, gt, gte, inArray, isNotNull } from 'drizzle-orm';
import { expect } from 'vitest';
import { mails } from '../db/schema/mail.ts';
import { moneyNotices, type OrderRow, paymentAttempts } from '../db/schema/order.ts';
import type { Mail } from '../mail/message.ts';
import type { MailTransport } from '../mail/transport.ts';
import type { World } from './randomWorld.ts';

/** One mail as the mail server knows it: every time it was accepted, and whether the answer got lost. */
export type Letter = { kind: string; mail: Mail; taken: { at: number; isLost: boolean }[] };

/**
 * A mail server that keeps what it accepted by message id. It refuses one in ten for now, and loses one answer in ten.
 */
export function letterBox(
  letters: Map<string, Letter>,
  { now, random }: { now: () => number; random: () => number },
): MailTransport {
  return {
    async send(mail, { messageId, kind }) {
      if (random() < 0.1) return { outcome: 'later', reason: 'ECONNECTION' };
      const letter = letters.get(messageId) ?? { kind, mail, taken: [] };
      const isLost = random() < 0.1;
      letter.taken.push({ at: now(), isLost });
      letters.set(messageId, letter);
      if (isLost) throw new Error('connection lost');
      return { outcome: 'sent' };
    },
  };
}

/** Facts about one attempt: each attempt may have its own mail. */
const ofAttempt = new Set([
  'order-slip',
  'order-failed',
  'order-rest-missing',
  'order-reminder',
  'order-unknown-long',
  'order-amount-differs',
]);

/** Facts about one deposit, or one press: there may be several of an attempt, and each is noted by itself. */
const ofDeed = new Set([
  'order-slip-kept',
  'order-late-payment',
  'order-refunded-extra',
  'order-refunded-late',
  'order-overpaid',
]);

/** What a mail is about: the order or the subscription that its button opens; for others, its whole text. */
function subjectOf({ mail }: Letter): { kind: 'order' | 'subscription'; id: number } | null {
  const [, plan, id] = /\/mypage\/history\/(subscribe\/)?(\d+)/.exec(mail.text) ?? [];
  if (id === undefined) return null;
  return { kind: plan ? 'subscription' : 'order', id: Number(id) };
}

/** How often each (thing, kind) was noted as told: refunds, deposits and subscriptions have several facts of one kind. */
async function notedFacts({ shop }: World): Promise<Map<string, number>> {
  const noted = new Map<string, number>();
  const rows = await shop.app.db.select().from(moneyNotices);
  for (const { orderId, subscriptionId, kind } of rows) {
    const key =
      orderId === null
        ? `subscription ${subscriptionId} subscription-${kind.replaceAll('_', '-')}`
        : `order ${orderId} order-${kind.replaceAll('_', '-')}`;
    noted.set(key, (noted.get(key) ?? 0) + 1);
  }
  return noted;
}

/**
 * Every mail at most once: one mail for one fact, accepted once. Only a mail whose sender got no answer, died, or
 * slept longer than its lease may come a second time, under the same message id, by which a mail program shows it once.
 */
export async function judgeMails(world: World, all: readonly OrderRow[]): Promise<void> {
  const { shop, since, letters, outages } = world;
  const waiting = await shop.app.db
    .select({ id: mails.id, kind: mails.kind })
    .from(mails)
    .where(
      and(
        gte(mails.created, since),
        isNotNull(mails.sealed),
        eq(mails.attempts, 0),
        // Those that were useless by the time at which anybody could have sent them are left.
        gt(mails.expires, new Date(shop.app.clock.now())),
      ),
    );
  expect(waiting, 'mails that nobody tried to send').toEqual([]);
  const tries = await shop.app.db
    .select({ orderId: paymentAttempts.orderId })
    .from(paymentAttempts)
    .where(inArray(paymentAttempts.orderId, [...all.map(({ id }) => id), 0]));
  const noted = await notedFacts(world);
  const sent = new Map<string, number>();
  for (const [messageId, letter] of letters) {
    for (const [i, { at }] of letter.taken.slice(1).entries()) {
      const before = letter.taken[i];
      const isExcused =
        before?.isLost || outages.some(({ from, to }) => to >= (before?.at ?? 0) && from <= at);
      expect(isExcused, `${letter.kind} ${messageId}: sent again, but its sender knew that it was sent`).toBe(
        true,
      );
    }
    const about = subjectOf(letter);
    // Mails to the operator are about the day; the last ones of an earlier world may come in this one.
    const isEarlier = about?.kind === 'order' && !all.some(({ id }) => id === about.id);
    if (isEarlier || !/^(order|subscription)-/.test(letter.kind)) continue;
    const key = `${about ? `${about.kind} ${about.id}` : letter.mail.text} ${letter.kind}`;
    sent.set(key, (sent.get(key) ?? 0) + 1);
    const isOfOrder = about?.kind === 'order' && !letter.kind.startsWith('order-refund-');
    const attempts = tries.filter(({ orderId }) => orderId === about?.id).length;
    const most =
      !isOfOrder || ofDeed.has(letter.kind)
        ? about === null
          ? 1
          : (noted.get(key) ?? 0)
        : ofAttempt.has(letter.kind)
          ? attempts
          : 1;
    expect(sent.get(key), `mails: ${key}`).toBeLessThanOrEqual(most);
  }
}
