import { useSyncExternalStore } from 'react';
import { localText } from '../storage/area.ts';
import { keptPrefix } from './keptPrefix.ts';

/**
 * What is in the cart, as far as every page has to know it: the number on the header and whether a course is in there.
 * Read from what the device keeps, without a contract and without asking anybody: a guest's first page has a budget
 * (performance.md 3). The cart itself is cart.ts.
 */

/** Where the device keeps a guest's cart (guestCart.ts). */
const guestKey = 'cart.guest';

/** The name of a course as a product; the contract's own brings its schemas along. */
export function courseProductId(courseId: string): string {
  return `course-${courseId}`;
}

/** Where the products of a cart can be read. `owner`: id of the member, empty for a guest. */
export function glanceKey(owner: string): string {
  return owner === '' ? guestKey : `${keptPrefix}${encodeURIComponent(owner)}.glance`;
}

/** What a browser without storage cannot keep, until this tab is closed. */
const spare = new Map<string, string>();
const listeners = new Set<() => void>();

/** What is kept there, as text; empty: nothing. */
export function readGlance(owner: string): string {
  const key = glanceKey(owner);
  return spare.get(key) ?? localText.read(key) ?? '';
}

/** Keeps it, and lets this tab's screens know; other tabs hear it from the storage. */
export function writeGlance(owner: string, text: string): void {
  const key = glanceKey(owner);
  if (localText.write(key, text)) spare.delete(key);
  else spare.set(key, text);
  for (const listener of [...listeners]) listener();
}

/** Forgets the numbers of members that only this tab has. */
export function dropSpareGlances(): void {
  for (const key of spare.keys()) if (key !== guestKey) spare.delete(key);
}

/** The products named in what is kept, whatever stands around them. */
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

/** Products in the cart of who is here, in every tab at once; none while that is not known (`null`). */
export function useInCart(owner: string | null): readonly string[] {
  const text = useSyncExternalStore(
    subscribe,
    () => (owner === null ? '' : readGlance(owner)),
    () => '',
  );
  return productsIn(text);
}
