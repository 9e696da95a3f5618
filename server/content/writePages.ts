import { and, eq, gt, notInArray } from 'drizzle-orm';
import type { Tx } from '../db/client.ts';
import { faqEntries, pages } from '../db/schema/pages.ts';
import { sellers } from '../db/schema/paper.ts';
import { overwrite } from './overwrite.ts';
import type { PackContent } from './packTypes.ts';

const keysOf = (entries: { id: string }[]) => entries.map(({ id }) => id);

/** Stores the pack's pages, version by version. */
export async function writePages(tx: Tx, pack: PackContent): Promise<void> {
  if (pack.pages.length === 0) return;
  const rows = pack.pages.map(({ id, place: _, ...page }) => ({ ...page, key: id, pack: pack.id }));
  await tx.insert(pages).values(rows).onConflictDoUpdate(overwrite(pages));
}

/** Stores who runs the service, as papers name the seller. Papers that were issued before keep what they say. */
export async function writeSeller(tx: Tx, { id, operator }: PackContent): Promise<void> {
  if (!operator) {
    await tx.delete(sellers).where(eq(sellers.pack, id));
    return;
  }
  const { name, representative, address, phone, email } = operator;
  const row = {
    ...{ name, representative, address, phone, email },
    phoneHours: operator.phone_hours,
    invoiceNumber: operator.invoice_number ?? null,
    isSample: operator.is_sample,
  };
  await tx
    .insert(sellers)
    .values({ pack: id, ...row })
    .onConflictDoUpdate({ target: sellers.pack, set: row });
}

/** Stores the pack's frequent questions, in their order. */
export async function writeFaq(tx: Tx, pack: PackContent): Promise<void> {
  if (pack.faq.length === 0) return;
  const rows = pack.faq.map(({ id, place: _, ...entry }, i) => ({
    ...entry,
    key: id,
    pack: pack.id,
    order: i + 1,
  }));
  await tx.insert(faqEntries).values(rows).onConflictDoUpdate(overwrite(faqEntries));
}

/**
 * Removes questions that the pack no longer has, and pages whose day has not come. A version that has been in force
 * stays: people who agreed to it may read it again.
 */
export async function removePages(tx: Tx, pack: PackContent, now: Date): Promise<void> {
  const goneQuestions = notInArray(faqEntries.key, keysOf(pack.faq));
  await tx.delete(faqEntries).where(and(eq(faqEntries.pack, pack.id), goneQuestions));
  const gonePages = and(notInArray(pages.key, keysOf(pack.pages)), gt(pages.effective, now));
  await tx.delete(pages).where(and(eq(pages.pack, pack.id), gonePages));
}
