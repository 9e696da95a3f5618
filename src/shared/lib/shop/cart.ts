import type { Cart, CartBundle, CartNotice } from '#contracts/shopCart.ts';
import { cartSchema } from '#contracts/shopCart.ts';
import { session } from '../account/session.ts';
import { HttpError, isOutage } from '../errors.ts';
import { createObservable } from '../observable/observable.ts';
import { holdLock } from '../storage/webLock.ts';
import { fieldsOf } from '../text/plain.ts';
import { now } from '../time/clock.ts';
import { deleteCoupon, deleteItem, getCart, getQuote, postItem, postMerge, putCoupon } from './cartApi.ts';
import { cartTexts } from './cartTexts.ts';
import { dropSpareGlances, glanceKey, writeGlance } from './glance.ts';
import {
  addToGuestCart,
  forgetMerged,
  mostInCart,
  readGuestCart,
  removeFromGuestCart,
  setGuestCoupon,
} from './guestCart.ts';
import { readKept, writeKept } from './keptAnswers.ts';

/**
 * The cart of the current visitor. A guest's cart is only on the device, and its prices are requested; a member's cart
 * is on the server (money.md 4.1). All screens of the tab share one state; other tabs learn changes from the stored
 * copy.
 */
export type CartState = {
  /** Id of the member, empty for a guest; `null`: not loaded yet. */
  owner: string | null;
  cart: Cart | null;
  /** When the server confirmed it, epoch ms. */
  savedAt: number | null;
  /** The server has confirmed it in this visit, and nothing has failed since. */
  isConfirmed: boolean;
  isFetching: boolean;
  error: unknown;
  /** Changes that the server made to the cart, until the buyer has read them. */
  notices: readonly CartNotice[];
};

const nobody: CartState = {
  owner: null,
  cart: null,
  savedAt: null,
  isConfirmed: false,
  isFetching: false,
  error: null,
  notices: [],
};

/** Name of the stored copy (keptAnswers.ts). */
const copyName = 'cart';
/** How long a tab waits while another tab hands a guest's cart over, ms. */
const mergePatienceMs = 5000;

const state = createObservable<CartState>(nobody);
let last: Promise<unknown> = Promise.resolve();

/** Runs changes one after the other, so that a later one uses the answer of the earlier one. */
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const next = last.then(work, work);
  last = next.catch(() => undefined);
  return next;
}

/** Changes the state, unless the owner has changed meanwhile. */
function set(owner: string, change: Partial<CartState>): void {
  if (state.get().owner === owner) state.set({ ...state.get(), ...change });
}

/** Notices that the buyer has read: the server repeats them until the cart is changed. */
let read: readonly CartNotice[] = [];

function sameNotice(one: CartNotice, other: CartNotice): boolean {
  return one.product_id === other.product_id && one.detail === other.detail;
}

/** Adds notices that are not shown yet. */
function tell(owner: string, notices: readonly CartNotice[]): void {
  const known = state.get().notices;
  const said = [...read, ...known];
  const fresh = notices.filter((notice) => !said.some((other) => sameNotice(notice, other)));
  if (fresh.length > 0) set(owner, { notices: [...known, ...fresh] });
}

/** Takes over the server's cart. */
function put(owner: string, cart: Cart): void {
  set(owner, { cart, savedAt: now(), isConfirmed: true, error: null });
  tell(owner, cart.notices);
  if (state.get().owner !== owner) return;
  writeKept(owner, copyName, cart);
  if (owner === '') return;
  const value = cart.items.map(({ product_id }) => product_id);
  writeGlance(owner, JSON.stringify({ saved_at: now(), value }));
}

/** An empty guest cart; the server need not be asked. */
function emptyCart(): Cart {
  return cartSchema.parse({ coupon_mode: 'none' });
}

/** Notices for a guest about prices that differ from their last visit; a member's cart contains such notices. */
function repriced(before: Cart | null, after: Cart): CartNotice[] {
  return after.items.flatMap(({ product_id, name, unit_price }) => {
    const former = before?.items.find((item) => item.product_id === product_id)?.unit_price;
    if (former === undefined || former === unit_price) return [];
    return [{ product_id, name, reason: 'price', detail: cartTexts.repriced(former, unit_price) }];
  });
}

async function quote(signal?: AbortSignal): Promise<Cart> {
  const wanted = readGuestCart();
  if (wanted.items.length === 0) return emptyCart();
  let cart: Cart;
  try {
    cart = await getQuote(wanted, signal);
  } catch (error) {
    // An invalid coupon must not hide the rest of the cart.
    if (wanted.coupon === null || !isAboutCoupon(error)) throw error;
    // Too many lookups: the coupon may be valid later.
    if (error.code !== 'coupon_locked') setGuestCoupon(null);
    tell('', [
      {
        product_id: '',
        name: wanted.coupon,
        reason: 'coupon',
        detail: cartTexts.couponDropped(error.detail),
      },
    ]);
    cart = await getQuote({ ...wanted, coupon: null }, signal);
  }
  const left = wanted.items.filter((item) => !cart.items.some(({ product_id }) => product_id === item));
  removeFromGuestCart(left);
  tell('', repriced(state.get().cart, cart));
  return cart;
}

function isAboutCoupon(error: unknown): error is HttpError {
  return error instanceof HttpError && error.code.startsWith('coupon_');
}

/**
 * Hands a guest's cart over to the member who has just logged in; the device's copy is deleted only after the answer.
 * One tab does it at a time. Doing it twice is harmless, because the server merges by product (money.md 4.1).
 *
 * @returns the merged cart; `null`: there was nothing to hand over.
 */
async function merge(owner: string): Promise<Cart | null> {
  if (readGuestCart().items.length === 0 && readGuestCart().coupon === null) return null;
  return holdLock(
    'cart-merge',
    async () => {
      const mine = readGuestCart();
      if (mine.items.length === 0 && mine.coupon === null) return null;
      const { cart, left_out } = await postMerge(mine);
      forgetMerged(mine);
      tell(owner, left_out);
      return cart;
    },
    mergePatienceMs,
  );
}

/** Fetches the current cart. If the guest's cart cannot be handed over, the member's cart is shown anyway. */
async function ask(owner: string, signal: AbortSignal): Promise<Cart> {
  if (owner === '') return quote(signal);
  const united = await merge(owner).catch((error: unknown) => {
    if (isOutage(error)) throw error;
    console.warn('cart: not handed over', error);
    return null;
  });
  return united ?? getCart(signal);
}

/** The current cart in a refusal, if the server sends it along (product.md V16). */
function cartWithin(error: unknown): Cart | null {
  if (!(error instanceof HttpError) || ![409, 412].includes(error.status)) return null;
  const within = fieldsOf(error.data)?.cart;
  const read = cartSchema.safeParse(within);
  return within && read.success ? read.data : null;
}

/** Changes a member's cart and shows the result. @throws what `work` throws. */
async function changed(owner: string, work: () => Promise<Cart>): Promise<void> {
  try {
    put(owner, await work());
  } catch (error) {
    const fresh = cartWithin(error);
    if (fresh) put(owner, fresh);
    if (fresh && error instanceof HttpError && error.status === 412) {
      const detail = error.detail || cartTexts.changedElsewhere;
      tell(owner, [{ product_id: '', name: '', reason: 'changed', detail }]);
    }
    // The item no longer exists, here or in another tab: fetch the current cart.
    else if (error instanceof HttpError && error.status === 404) void refreshCart();
    throw error;
  }
}

/** The current owner, once it is known. */
async function ownerNow(): Promise<string> {
  await session.decided();
  const owner = session.getSnapshot().user?.id ?? '';
  own(owner);
  return owner;
}

/** Switches the state to `owner`, with the stored copy of their cart. */
function own(owner: string): void {
  if (state.get().owner === owner) return;
  const kept = readKept(owner, copyName, cartSchema);
  state.set({ ...nobody, owner, cart: kept?.data ?? null, savedAt: kept?.savedAt ?? null });
}

/** The read that is running. */
let reading: AbortController | null = null;

/** Fetches the cart again. Never rejects; the state has the error. */
export function refreshCart(): Promise<void> {
  return inOrder(async () => {
    const owner = await ownerNow();
    reading = new AbortController();
    const { signal } = reading;
    set(owner, { isFetching: true });
    try {
      put(owner, await ask(owner, signal));
    } catch (error) {
      if (!signal.aborted) set(owner, { error, isConfirmed: false });
    }
    set(owner, { isFetching: false });
  });
}

/** The same for somebody who does not want to wait for a read that hangs: it is given up, and asked anew at once. */
export function retryCart(): Promise<void> {
  reading?.abort();
  return refreshCart();
}

/** A refusal of a guest's change, in the same form as the server's refusal for a member. */
function refusal(code: string, detail: string): HttpError {
  return new HttpError({ status: 409, data: null, failure: { code, detail, request_id: '' }, call: 'cart' });
}

/**
 * Adds a product to the current visitor's cart; a product that is already there stays.
 *
 * @throws what `sendJson` throws: the `detail` of a refusal can be shown.
 */
export function addToCart(product: string): Promise<void> {
  return inOrder(async () => {
    const owner = await ownerNow();
    if (owner !== '') return changed(owner, () => postItem(product));
    if (addToGuestCart(product) === 'full') throw refusal('cart_full', cartTexts.full(mostInCart));
    // The total is requested when the cart is shown.
    set(owner, { isConfirmed: false });
  });
}

/** Removes an item from the cart. @throws what `sendJson` throws. */
export function removeFromCart({ id, product_id }: { id: string; product_id: string }): Promise<void> {
  return inOrder(async () => {
    const owner = await ownerNow();
    if (owner !== '') return changed(owner, () => deleteItem(id));
    removeFromGuestCart([product_id]);
    await requote();
  });
}

/** Adds an item again that was just removed. @throws as `addToCart`, and for a guest what `getJson` throws. */
export async function putBack(product: string): Promise<void> {
  await addToCart(product);
  if (state.get().owner === '') await inOrder(requote);
}

/**
 * Replaces single courses by a bundle that contains them. The bundle is added first, so that nothing is lost if a later
 * step fails.
 *
 * @throws as `putBack` and `removeFromCart`.
 */
export async function takeBundle({ product_id, replaces }: CartBundle): Promise<void> {
  const single = state.get().cart?.items.filter((item) => replaces.includes(item.product_id)) ?? [];
  await putBack(product_id);
  for (const item of single) await removeFromCart(item);
}

/** Requests the new total after a guest's change. Without a network the removed items disappear anyway. */
async function requote(): Promise<void> {
  const { items } = readGuestCart();
  const known = state.get().cart;
  if (known) {
    const shown = known.items.filter(({ product_id }) => items.includes(product_id));
    set('', { cart: { ...known, items: shown }, isConfirmed: false });
  }
  put('', await quote());
}

/**
 * Uses a coupon, by its number or its code.
 *
 * @throws what the call throws; for a guest also an HttpError whose `detail` says why the code cannot be used.
 */
export function chooseCoupon(by: { coupon_id: string } | { code: string }): Promise<void> {
  return inOrder(async () => {
    const owner = await ownerNow();
    if (owner !== '') return changed(owner, () => putCoupon(by));
    if (!('code' in by)) return;
    const cart = await getQuote({ ...readGuestCart(), coupon: by.code });
    if (!cart.coupon) throw refusal('coupon_not_found', cartTexts.couponUnknown);
    setGuestCoupon(cart.coupon.code);
    put('', cart);
  });
}

/** Uses no coupon, not even the best one. @throws what `sendJson` throws. */
export function leaveCoupon(): Promise<void> {
  return inOrder(async () => {
    const owner = await ownerNow();
    if (owner !== '') return changed(owner, deleteCoupon);
    setGuestCoupon(null);
    await requote();
  });
}

/** The buyer has read the notices. */
export function closeNotices(): void {
  read = [...read, ...state.get().notices];
  state.set({ ...state.get(), notices: [] });
}

/** A change in another tab: a member's stored copy is complete, a guest's cart must be priced again. */
function hear({ key }: StorageEvent): void {
  const { owner } = state.get();
  if (owner === null || key === null) return;
  if (owner === '') {
    if (key === glanceKey('')) void refreshCart();
    return;
  }
  if (key !== glanceKey(owner)) return;
  const kept = readKept(owner, copyName, cartSchema);
  if (kept) set(owner, { cart: kept.data, savedAt: kept.savedAt });
}

let watchers = 0;

function again(event: PageTransitionEvent): void {
  if (event.persisted) void refreshCart();
}

/** Keeps the cart up to date while a screen shows it. @returns a function that stops. */
export function watchCart(owner: string): () => void {
  own(owner);
  void refreshCart();
  watchers += 1;
  if (watchers === 1) {
    addEventListener('storage', hear);
    addEventListener('pageshow', again);
  }
  return () => {
    watchers -= 1;
    if (watchers > 0) return;
    removeEventListener('storage', hear);
    removeEventListener('pageshow', again);
  };
}

/** The cart as this tab knows it. */
export const cartState = { get: state.get, subscribe: state.subscribe };

session.onReset(() => {
  state.set(nobody);
  read = [];
  dropSpareGlances();
});
