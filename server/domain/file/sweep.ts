import { and, eq, inArray, isNull, lt, or, type SQL } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import { inquiries, inquiryMessages, supportFiles } from '../../db/schema/support.ts';
import { slices } from '../../db/slices.ts';
import type { Deps } from '../../deps.ts';

const hour = 3_600_000;
/**
 * Milliseconds after which unused files are deleted. `unused`: a file for which no inquiry came. `unknown`: a file on
 * the disk that the database does not know (storing one never takes that long).
 */
const kept = { unused: 24 * hour, unknown: 6 * hour };

/** Deletes rows in one transaction, and their files after it. If a crash leaves files, `sweepUnknown` finds them. */
async function forget(deps: Deps, rows: (tx: Tx) => Promise<{ id: string }[]>): Promise<void> {
  for (const { id } of await deps.db.transaction(rows)) await deps.files.remove(id);
}

/** Deletes files that nobody used. */
async function sweepUnused(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now() - kept.unused);
  const isUnused = and(isNull(supportFiles.messageId), lt(supportFiles.created, before));
  await forget(deps, (tx) => tx.delete(supportFiles).where(isUnused).returning({ id: supportFiles.id }));
}

/** Files per query. */
const portion = 500;

/**
 * Deletes files on the disk that have no row: left by a write that was rolled back, or by a deletion that was
 * interrupted.
 */
async function sweepUnknown(deps: Deps): Promise<void> {
  const found = await deps.files.list(deps.clock.now() - kept.unknown);
  for (const ids of slices(found, portion)) {
    const column = { id: supportFiles.id };
    const rows = await deps.db.select(column).from(supportFiles).where(inArray(supportFiles.id, ids));
    const known = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!known.has(id)) await deps.files.remove(id);
  }
}

/** Deletes files that belong to nothing, in the database and on the disk. */
export async function sweepFiles(deps: Deps): Promise<void> {
  await sweepUnused(deps);
  await sweepUnknown(deps);
}

/** Files of members and of inquiries, whoever sent them. */
function filesWith(tx: Tx, condition: SQL | undefined) {
  return tx
    .selectDistinct({ id: supportFiles.id })
    .from(supportFiles)
    .leftJoin(inquiryMessages, eq(inquiryMessages.id, supportFiles.messageId))
    .leftJoin(inquiries, eq(inquiries.id, inquiryMessages.inquiryId))
    .leftJoin(users, or(eq(users.id, supportFiles.userId), eq(users.id, inquiries.userId)))
    .where(condition);
}

/** Erases people, with the files in their inquiries. */
export async function eraseUsers(deps: Deps, condition: SQL): Promise<void> {
  await forget(deps, async (tx) => {
    const files = await filesWith(tx, condition);
    await deleteFiles(tx, files);
    await tx.delete(users).where(condition);
    return files;
  });
}

/** Erases inquiries with their messages and files. */
export async function eraseInquiries(deps: Deps, condition: SQL | undefined): Promise<void> {
  await forget(deps, async (tx) => {
    const files = await filesWith(tx, condition);
    await deleteFiles(tx, files);
    await tx.delete(inquiries).where(condition);
    return files;
  });
}

async function deleteFiles(tx: Tx, files: { id: string }[]): Promise<void> {
  const ids = files.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(supportFiles).where(inArray(supportFiles.id, ids));
}
