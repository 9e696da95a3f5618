import { randomInt, randomUUID } from 'node:crypto';
import { and, asc, count, desc, eq, inArray, lt } from 'drizzle-orm';
import type { z } from 'zod/mini';
import { firstLetters } from '#contracts/letters.ts';
import type { ContactInput, inquirySchema, inquirySummarySchema } from '#contracts/support.ts';
import type { Db, Tx } from '../../db/client.ts';
import { pageSlice } from '../../db/paging.ts';
import {
  type InquiryRow,
  inquiries,
  inquiryLinks,
  inquiryMessages,
  type SupportFileRow,
  supportFiles,
} from '../../db/schema/support.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { queueMail } from '../../mail/queue.ts';
import { newToken } from '../accounts/secrets.ts';
import { hashToken } from '../accounts/tokens.ts';
import { attachFiles, presentFile } from '../file/store.ts';
import { eraseInquiries } from '../file/sweep.ts';
import { answeredMail, deskMail, linkLifetime, linkMail, receivedMail } from './mails.ts';

const day = 86_400_000;
/** How long the access from an exchanged link is valid, milliseconds. */
const accessLifetime = day;
/**
 * Days: after which an answered inquiry without a reply closes, in which a closed one may be opened again
 * (product.md 3.8), and for which it is kept.
 */
export const inquiryDays = { untilClosed: 14, reopen: 30, kept: 3 * 365 };

/** Letters and digits that do not look alike; nine of them cannot be guessed. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
const newNumber = () => `Q${Array.from({ length: 9 }, () => alphabet[randomInt(alphabet.length)]).join('')}`;

/** The subject in lists: the start of the question. */
function subjectOf(body: string): string {
  const [first = ''] = body.split('\n');
  return firstLetters(first, 40) === first ? first : `${firstLetters(first, 39)}…`;
}

/** A one-time link for a guest. `null` for a member, who can log in. */
async function newLink(tx: Tx, deps: Deps, inquiry: Pick<InquiryRow, 'id' | 'userId'>) {
  if (inquiry.userId !== null) return null;
  const [token, now] = [newToken(), deps.clock.now()];
  await tx.insert(inquiryLinks).values({
    tokenHash: hashToken(token),
    inquiryId: inquiry.id,
    created: new Date(now),
    expires: new Date(now + linkLifetime),
  });
  return token;
}

async function tellDesk(tx: Tx, deps: Deps, inquiry: InquiryRow, isNew: boolean): Promise<void> {
  const { supportMail } = deps.config;
  if (supportMail !== null) await queueMail(tx, deps, deskMail(supportMail, inquiry, isNew));
}

async function say(
  tx: Tx,
  deps: Deps,
  inquiryId: string,
  sender: 'user' | 'staff',
  body: string,
): Promise<number> {
  const created = new Date(deps.clock.now());
  const made = await tx
    .insert(inquiryMessages)
    .values({ inquiryId, sender, body, created })
    .returning({ id: inquiryMessages.id });
  if (!made[0]) throw new Error('message was not stored');
  return made[0].id;
}

/** Stores a question, confirms it by mail and tells the desk. */
export async function openInquiry(
  tx: Tx,
  deps: Deps,
  userId: number | null,
  input: ContactInput,
): Promise<InquiryRow> {
  const now = new Date(deps.clock.now());
  const row: InquiryRow = {
    id: randomUUID(),
    number: newNumber(),
    userId,
    category: input.category,
    subject: subjectOf(input.body),
    orderNo: input.order_no ?? null,
    standing: input.standing ?? null,
    name: input.name,
    email: input.email,
    status: 'open',
    created: now,
    updated: now,
    closed: null,
  };
  await tx.insert(inquiries).values(row);
  await attachFiles(tx, userId, await say(tx, deps, row.id, 'user', input.body), input.files);
  await queueMail(tx, deps, receivedMail(deps.config.appUrl, row, await newLink(tx, deps, row)));
  await tellDesk(tx, deps, row, true);
  return row;
}

async function setStatus(tx: Tx, deps: Deps, id: string, status: InquiryRow['status']): Promise<void> {
  const updated = new Date(deps.clock.now());
  const closed = status === 'closed' ? updated : null;
  await tx.update(inquiries).set({ status, updated, closed }).where(eq(inquiries.id, id));
}

async function lockInquiry(tx: Tx, id: string): Promise<InquiryRow> {
  const [row] = await tx.select().from(inquiries).where(eq(inquiries.id, id)).for('update');
  if (!row) throw new Error('inquiry vanished');
  return row;
}

/** A further message of the person who asked; 409 `closed`. */
export async function addMessage(
  tx: Tx,
  deps: Deps,
  { id }: InquiryRow,
  userId: number | null,
  input: { body: string; files: string[] },
): Promise<void> {
  const inquiry = await lockInquiry(tx, id);
  if (inquiry.status === 'closed')
    throw new ApiError(409, 'closed', 'このお問い合わせは終了しています。新しくお問い合わせください。');
  await attachFiles(tx, userId, await say(tx, deps, id, 'user', input.body), input.files);
  await setStatus(tx, deps, id, 'open');
  await tellDesk(tx, deps, inquiry, false);
}

/** 「解決した」; an inquiry that is closed already stays as it is. */
export async function closeInquiry(tx: Tx, deps: Deps, { id }: InquiryRow): Promise<void> {
  const inquiry = await lockInquiry(tx, id);
  if (inquiry.status !== 'closed') await setStatus(tx, deps, id, 'closed');
}

/** Opens a closed inquiry again, within 30 days; later 409 `closed`. */
export async function reopenInquiry(tx: Tx, deps: Deps, { id }: InquiryRow): Promise<void> {
  const inquiry = await lockInquiry(tx, id);
  if (inquiry.status !== 'closed') return;
  const since = deps.clock.now() - (inquiry.closed?.getTime() ?? 0);
  if (since > inquiryDays.reopen * day)
    throw new ApiError(409, 'closed', 'このお問い合わせは終了しています。新しくお問い合わせください。');
  await setStatus(tx, deps, id, 'open');
}

/** The desk's answer, sent by mail. It opens a closed inquiry again. */
export async function answerInquiry(tx: Tx, deps: Deps, { id }: InquiryRow, body: string): Promise<void> {
  const inquiry = await lockInquiry(tx, id);
  await say(tx, deps, id, 'staff', body);
  await setStatus(tx, deps, id, 'answered');
  const token = await newLink(tx, deps, inquiry);
  await queueMail(tx, deps, answeredMail(deps.config.appUrl, inquiry, token, body));
}

/**
 * Mails a new link to somebody who knows number and address. For anybody else it does the same work and sends nothing.
 */
export async function sendLink(tx: Tx, deps: Deps, number: string, email: string): Promise<void> {
  const isIt = and(eq(inquiries.number, number), eq(inquiries.email, email));
  const [found] = await tx.select().from(inquiries).where(isIt).limit(1);
  const asked = found ?? { id: randomUUID(), number, name: '', email };
  // A member's inquiry may be read through a mailed link too: the address is theirs.
  const token = (found && (await newLink(tx, deps, { id: found.id, userId: null }))) ?? newToken();
  await queueMail(tx, deps, { ...linkMail(deps.config.appUrl, asked, token), isDecoy: !found });
}

export type Opened = { id: string; access: string; expires: Date };

/**
 * Exchanges a mailed token, once, for access to one inquiry for a day; `null`: refused. Sent again within the grace for
 * a lost answer, it gives a new access, and the first one ends.
 */
export async function openLink(tx: Tx, deps: Deps, token: string): Promise<Opened | null> {
  const isIt = eq(inquiryLinks.tokenHash, hashToken(token));
  const [link] = await tx.select().from(inquiryLinks).where(isIt).for('update');
  const now = deps.clock.now();
  if (!link || link.expires.getTime() <= now) return null;
  if (link.used && now - link.used.getTime() > deps.config.refreshGrace * 1000) return null;
  const access = newToken();
  const expires = new Date(now + accessLifetime);
  const used = link.used ?? new Date(now);
  await tx
    .update(inquiryLinks)
    .set({ used, accessHash: hashToken(access), accessExpires: expires })
    .where(isIt);
  return { id: link.inquiryId, access, expires };
}

function presentSummary(row: InquiryRow): z.input<typeof inquirySummarySchema> {
  const { id, number, category, subject, status, created, updated } = row;
  const times = { created: created.toISOString(), updated: updated.toISOString() };
  return { id, number, category, subject, status, ...times };
}

/** An inquiry, whoever asks; `undefined`: there is none. */
export async function findInquiry(db: Db, id: string): Promise<InquiryRow | undefined> {
  const [row] = await db.select().from(inquiries).where(eq(inquiries.id, id)).limit(1);
  return row;
}

/** The whole thread, oldest message first. */
export async function readInquiry(db: Db, deps: Deps, id: string): Promise<z.input<typeof inquirySchema>> {
  const row = await findInquiry(db, id);
  if (!row) throw new Error('inquiry vanished');
  const own = eq(inquiryMessages.inquiryId, id);
  const messages = await db.select().from(inquiryMessages).where(own).orderBy(asc(inquiryMessages.id));
  const ids = messages.map((message) => message.id);
  const files: SupportFileRow[] =
    ids.length === 0
      ? []
      : await db
          .select()
          .from(supportFiles)
          .where(inArray(supportFiles.messageId, ids))
          .orderBy(supportFiles.name);
  return {
    ...presentSummary(row),
    messages: messages.map(({ id, sender, body, created }) => ({
      id: String(id),
      from: sender,
      body,
      files: files.filter(({ messageId }) => messageId === id).map((file) => presentFile(deps, file)),
      created: created.toISOString(),
    })),
  };
}

/** A page of a member's inquiries, the last changed first. */
export async function listInquiries(db: Db, userId: number, page: number) {
  const own = eq(inquiries.userId, userId);
  const { limit, offset } = pageSlice(page);
  const order = [desc(inquiries.updated), desc(inquiries.number)];
  const rows = await db
    .select()
    .from(inquiries)
    .where(own)
    .orderBy(...order)
    .limit(limit)
    .offset(offset);
  const [total] = await db.select({ count: count() }).from(inquiries).where(own);
  return { count: total?.count ?? 0, results: rows.map(presentSummary) };
}

/**
 * Closes inquiries that were answered but not replied to, deletes links that are over, and erases inquiries that were
 * closed three years ago (the privacy statement), with a guest's files.
 */
export async function sweepInquiries(deps: Deps): Promise<void> {
  const { db, clock } = deps;
  const now = new Date(clock.now());
  const before = new Date(clock.now() - inquiryDays.untilClosed * day);
  const isSilent = and(eq(inquiries.status, 'answered'), lt(inquiries.updated, before));
  await db.update(inquiries).set({ status: 'closed', closed: now }).where(isSilent);
  await db.delete(inquiryLinks).where(lt(inquiryLinks.expires, new Date(clock.now() - day)));
  const isOld = lt(inquiries.closed, new Date(clock.now() - inquiryDays.kept * day));
  await eraseInquiries(deps, and(eq(inquiries.status, 'closed'), isOld));
}
