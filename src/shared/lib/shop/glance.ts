import { useSyncExternalStore } from 'react';
import { localText } from '../storage/area.ts';
import { keptPrefix } from './keptPrefix.ts';

/**
 * The part of the cart that every page needs: the number in the header, and whether a course is in the cart. It is read
 * from the stored copy without a contract and without a request, because a guest's first page has a size budget
 * (performance.md 3). The cart itself is in cart.ts.
 */

/** Key of a guest's stored cart (guestCart.ts). */
const guestKey = 'cart.guest';

/** The product name of a course; importing the contract's function would also load its schemas. */
export function courseProductId(courseId: string): string {
  return `course-${courseId}`;
}

/** The key where a cart's products are stored. `owner`: id of the member, empty for a guest. */
export function glanceKey(owner: string): string {
  return owner === '' ? guestKey : `${keptPrefix}${encodeURIComponent(owner)}.glance`;
}

/** Replacement for a browser without storage, until this tab is closed. */
const spare = new Map<string, string>();
const listeners = new Set<() => void>();

/** The stored text; empty: there is none. */
export function readGlance(owner: string): string {
  const key = glanceKey(owner);
  return spare.get(key) ?? localText.read(key) ?? '';
}

/** Stores the text and notifies this tab's screens; other tabs get the storage event. */
export function writeGlance(owner: string, text: string): void {
  const key = glanceKey(owner);
  if (localText.write(key, text)) spare.delete(key);
  else spare.set(key, text);
  for (const listener of [...listeners]) listener();
}

/** Deletes members' values that exist only in this tab. */
export function dropSpareGlances(): void {
  for (const key of spare.keys()) if (key !== guestKey) spare.delete(key);
}

/** The products named in a stored text, ignoring everything else in it. */
export function productsIn(text: string): readonly string[] {
  return [...new Set(text.match(/(?:course|bundle|plan|mockexam)-[1-9]\d{0,8}/g))];
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', listener);
  };
}

/** Products in the current visitor's cart, live over all tabs; none while the owner is not known (`null`). */
export function useInCart(owner: string | null): readonly string[] {
  const text = useSyncExternalStore(
    subscribe,
    () => (owner === null ? '' : readGlance(owner)),
    () => '',
  );
  return productsIn(text);
}
