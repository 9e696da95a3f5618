import { type Preference, type User, userSchema } from '#contracts/accounts.ts';
import { session } from '#shared/lib/account/session.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { enqueue } from '#shared/lib/outbox/enqueue.ts';
import type { OutboxKind } from '#shared/lib/outbox/kind.ts';
import {
  type PreferenceChange,
  preferenceKind,
  readPreference,
  waitingPreference,
  withPending,
} from '#shared/lib/outbox/preference.ts';
import type { Display } from '#shared/lib/storage/readDisplay.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { intentTime } from '#shared/lib/time/intentTime.ts';
import { setDisplay } from '#shared/ui/display.ts';
import { entriesOf } from './model.ts';
import { texts } from './texts.ts';

function displayOf({ theme, font_scale, furigana }: Preference): Display {
  return { theme, font_scale, furigana };
}

/** The learner's preference merged with the changes that wait to be sent, live. */
export function usePreference(): Preference {
  const { user } = useSession();
  const rows = useStored(() => waitingPreference(currentDb()).catch(() => []), []) ?? [];
  return withPending(user?.preference, rows);
}

/** Counts the learner's changes: an answer to an older change must not bring an old value back on screen. */
let changes = 0;
/** Number of changes that are on screen but not in the queue yet. */
let arriving = 0;

/**
 * Changes some settings: on this device at once, on other devices as soon as the server can be reached.
 *
 * @returns whether the device has stored it; if not, the learner has been told, and the screen looks as before.
 */
export async function changePreference(change: PreferenceChange): Promise<boolean> {
  changes += 1;
  arriving += 1;
  try {
    const isStored = await saveOrTell('setting', () => putChange(currentDb(), change));
    if (!isStored) setDisplay(displayOf(await readPreference(currentDb())));
    return isStored;
  } catch (error) {
    console.warn('settings: the former choice could not be read', error);
    return false;
  } finally {
    arriving -= 1;
  }
}

async function putChange(db: UserDb, change: PreferenceChange): Promise<void> {
  const next = await readPreference(db);
  setDisplay(displayOf({ ...next, ...change }));
  const entries = entriesOf(change, intentTime(), texts.title);
  await db.transaction('rw', db.outbox, async () => {
    for (const entry of entries) await enqueue(db, entry);
  });
}

/** How the outbox handles changes of the preference: the user record takes over the server's answer. */
export const preferenceOutbox: OutboxKind = {
  kind: preferenceKind,
  tables: [],
  answered: async (_db, _row, answer) => {
    const read = userSchema.safeParse(answer);
    const { user } = session.getSnapshot();
    if (user && read.success && read.data.preference) {
      session.updateUser({ ...user, preference: read.data.preference });
    }
  },
  refreshes: () => [],
};

/**
 * Applies on this device what the learner chose on another one, whenever the user record contains it. A choice made
 * here that still waits to be sent stays. Returns how to stop.
 */
export function followPreference(db: UserDb): () => void {
  let last: User['preference'];
  const look = () => {
    const preference = session.getSnapshot().user?.preference;
    if (!preference || preference === last) return;
    last = preference;
    void adopt(db, preference);
  };
  look();
  return session.subscribe(look);
}

async function adopt(db: UserDb, preference: Preference): Promise<void> {
  try {
    const before = changes;
    if (arriving > 0 || (await waitingPreference(db)).length > 0 || changes !== before) return;
    setDisplay(displayOf(preference));
  } catch (error) {
    console.warn('storage: the preference could not be compared', error);
  }
}
