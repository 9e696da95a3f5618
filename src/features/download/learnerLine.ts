import { liveQuery } from 'dexie';
import { session } from '#shared/lib/account/session.ts';
import type { UserDb } from '#shared/lib/db/schema.ts';
import { readPreference } from '#shared/lib/outbox/preference.ts';
import { isSpared, type Line, lineNow } from '#shared/lib/transport/line.ts';

/** The line of this device, and whether the learner wants to use only Wi-Fi. */
export type LearnerLine = { line: Line | undefined; wifiOnly: boolean };

/**
 * The current line and the learner's switch as shown: a change that waits to be sent already counts (offline.md 4.5).
 */
export async function readLine(db: UserDb): Promise<LearnerLine> {
  return { line: lineNow(), wifiOnly: (await readPreference(db)).wifi_only };
}

/** Whether nothing may be fetched that the learner has not explicitly requested on this line. */
export async function isLineSparedFor(db: UserDb): Promise<boolean> {
  const { line, wifiOnly } = await readLine(db);
  return isSpared(line, wifiOnly);
}

/** Reports when the device gets another line or the learner's switch changes. Returns how to stop. */
export function watchLine(db: UserDb, onChange: () => void): () => void {
  let last: boolean | undefined;
  const look = (wifiOnly: boolean) => {
    if (last !== undefined && last !== wifiOnly) onChange();
    last = wifiOnly;
  };
  const read = () =>
    readPreference(db).then(
      ({ wifi_only }) => look(wifi_only),
      (error: unknown) => console.warn('storage: the Wi-Fi switch was not read', error),
    );
  const changes = liveQuery(() => readPreference(db)).subscribe({
    next: ({ wifi_only }) => look(wifi_only),
    error: (error: unknown) => console.warn('storage: the Wi-Fi switch was not read', error),
  });
  const stopListening = session.subscribe(() => void read());
  const { connection } = navigator as Navigator & { connection?: EventTarget };
  connection?.addEventListener('change', onChange);
  return () => {
    changes.unsubscribe();
    stopListening();
    connection?.removeEventListener('change', onChange);
  };
}
