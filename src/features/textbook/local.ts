import { type TextbookBundle, textbookBundleSchema } from '#contracts/lesson.ts';
import { readValue, stored } from '#shared/lib/db/rows.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import type { StoredAnswer } from '#shared/lib/mirror/mirror.ts';

/** Stores a bundle as the server sent it. */
export async function saveTextbook(db: UserDb, bundle: TextbookBundle, savedAt: number): Promise<void> {
  await db.bundles.put({ ...stored(bundle, savedAt), key: keyOf(bundle.id) });
}

/** A stored bundle; `null` when it is not on the device. */
export async function readTextbook(db: UserDb, id: string): Promise<StoredAnswer<TextbookBundle> | null> {
  const row = await db.bundles.get(keyOf(id));
  const bundle = readValue(row, textbookBundleSchema);
  return row && bundle ? { data: bundle, savedAt: row.saved_at } : null;
}

/** Deletes a bundle the learner may no longer see. */
export async function forgetTextbook(db: UserDb, id: string): Promise<void> {
  await db.bundles.delete(keyOf(id));
}

function keyOf(id: string): string {
  return `textbook:${id}`;
}
