import { localText } from '#shared/lib/storage/area.ts';

const flag = 'guest.unsent';

/** Whether something of a guest lies there; told without the database (guestDb.ts), which no
 * guest's page carries (performance.md 3). */
export function hasGuestWork(): boolean {
  return localText.read(flag) !== null;
}

/** Stores whether there is something. */
export function noteGuestWork(isThere: boolean): void {
  if (isThere) localText.write(flag, '1');
  else localText.remove(flag);
}
