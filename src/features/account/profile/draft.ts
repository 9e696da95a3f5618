import { currentDb, openUserDb } from '#shared/lib/db/userDb.ts';
import { savingFailedBehind } from '#shared/lib/storage/saving.ts';
import { fieldsOf, textIn } from '#shared/lib/text/plain.ts';
import { now } from '#shared/lib/time/clock.ts';
import { type ProfileValues, profileOrder } from './model.ts';

const key = 'profile-draft';
/** How long it is kept, ms (product.md 2.0.3). */
const keptForMs = 24 * 3_600_000;
/**
 * Longest wait for a database that another tab blocks, ms: it must not keep anybody from the form. It is longer than a
 * cold start on a slow phone, because a form opened without its draft would overwrite the draft.
 */
const patienceMs = 5000;

async function stored(userId: string): Promise<ProfileValues | null> {
  const db = await openUserDb(userId);
  const draft = fieldsOf((await db.meta.get(key))?.value);
  const fields = fieldsOf(draft?.values);
  if (!fields || typeof draft?.at !== 'number' || now() - draft.at >= keptForMs) return null;
  return Object.fromEntries(profileOrder.map((name) => [name, textIn(fields, name)])) as ProfileValues;
}

/**
 * What was typed into the profile and not saved. It is stored with the learner's own data: a logout deletes it, and
 * nobody else on this device sees it.
 */
export async function readProfileDraft(userId: string): Promise<ProfileValues | null> {
  const tooLate = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  return Promise.race([stored(userId), tooLate]).catch(() => null);
}

/** Stores what is typed; `null` deletes it. The form also works without it. */
export async function writeProfileDraft(values: ProfileValues | null): Promise<void> {
  try {
    const db = currentDb();
    if (values) await db.meta.put({ key, value: { at: now(), values } });
    else await db.meta.delete(key);
  } catch (error) {
    console.warn('profile: the draft could not be stored', error);
    savingFailedBehind(error, 'form');
  }
}
