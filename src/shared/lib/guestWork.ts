const flag = 'guest.unsent';

/** Whether something of a guest lies there; told without the database (db/guestDb.ts), which no
 * guest's page carries (design.md 9). */
export function hasGuestWork(): boolean {
  try {
    return localStorage.getItem(flag) !== null;
  } catch {
    return false;
  }
}

/** Notes whether there is something. */
export function noteGuestWork(isThere: boolean): void {
  try {
    if (isThere) localStorage.setItem(flag, '1');
    else localStorage.removeItem(flag);
  } catch {
    // Storage is blocked: what is kept ends with the tab.
  }
}
