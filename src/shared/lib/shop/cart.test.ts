import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userSchema } from '#contracts/accounts.ts';
import { type Cart, cartMergeSchema, cartSchema } from '#contracts/shopCart.ts';
import { HttpError, OfflineError } from '../errors.ts';
import { core } from '../session/core.ts';
import { stubLocalStorage } from '../storage/stubLocalStorage.ts';
import { setClock } from '../time/clock.ts';
import * as api from './cartApi.ts';
import { readGlance } from './glance.ts';
import { addToGuestCart, readGuestCart, setGuestCoupon } from './guestCart.ts';
import { dropKeptOf } from './keptAnswers.ts';

vi.mock('./cartApi.ts');
const server = vi.mocked(api);

const prices: Record<string, number> = { 'course-1': 4980, 'course-2': 9800, 'course-3': 3333 };
/** The fake shop of these tests: carts of members by product, one price list. */
let carts: Map<string, string[]>;
let stored: Map<string, string>;
let hear: (event: { key: string | null }) => void;

function cartOf(products: readonly string[], more: object = {}): Cart {
  const items = products
    .filter((product) => product in prices)
    .map((product) => ({
      id: product,
      product_id: product,
      product_type: 'course',
      name: `講座${product}`,
      unit_price: prices[product],
    }));
  const total = items.reduce((sum, { unit_price }) => sum + (unit_price ?? 0), 0);
  return cartSchema.parse({ items, subtotal: total, total, version: products.length, ...more });
}

const member = (id: string) => userSchema.parse({ id, profile_completed: true });
const idNow = () => core.get().user?.id ?? '';
const ids = (cart: Cart | null) => cart?.items.map(({ product_id }) => product_id);

let tabs = 0;
/** Loads the module as another tab would, or as this tab after a reload. */
function load(): Promise<typeof import('./cart.ts')> {
  tabs += 1;
  const address = `./cart.ts?tab=${tabs}`;
  return import(/* @vite-ignore */ address);
}

beforeEach(() => {
  carts = new Map();
  stored = new Map();
  setClock(() => 1_000_000);
  stubLocalStorage(stored);
  vi.stubGlobal('addEventListener', (type: string, listener: typeof hear) => {
    if (type === 'storage') hear = listener;
  });
  vi.stubGlobal('removeEventListener', () => undefined);
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  server.getQuote.mockImplementation(async ({ items }) => cartOf(items));
  server.getCart.mockImplementation(async () => cartOf(carts.get(idNow()) ?? []));
  server.postItem.mockImplementation(async (product) => {
    const cart = [...new Set([...(carts.get(idNow()) ?? []), product])];
    carts.set(idNow(), cart);
    return cartOf(cart);
  });
  server.deleteItem.mockImplementation(async (id) => {
    const cart = (carts.get(idNow()) ?? []).filter((product) => product !== id);
    carts.set(idNow(), cart);
    return cartOf(cart);
  });
  server.postMerge.mockImplementation(async ({ items }) => {
    const cart = [...new Set([...(carts.get(idNow()) ?? []), ...items])];
    carts.set(idNow(), cart);
    return cartMergeSchema.parse({ cart: cartOf(cart), added: items });
  });
  core.leave();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.clearAllMocks();
  setClock(() => Date.now());
});

describe('a guest’s cart', () => {
  it('costs what the server says now, and nobody is asked about an empty one', async () => {
    const { addToCart, cartState, refreshCart } = await load();
    await refreshCart();
    expect(server.getQuote).not.toHaveBeenCalled();
    expect(cartState.get()).toMatchObject({ owner: '', isConfirmed: true });
    await addToCart('course-1');
    await refreshCart();
    expect(cartState.get().cart?.total).toBe(4980);
    expect(cartState.get().isConfirmed).toBe(true);
  });

  it('row 3: loses what is not sold any more, and tells of a price that has changed', async () => {
    const { addToCart, cartState, refreshCart, closeNotices } = await load();
    await addToCart('course-1');
    await addToCart('course-2');
    await refreshCart();
    const gone = { product_id: 'course-2', name: '講座2', reason: 'ended', detail: '販売を終了しました。' };
    prices['course-1'] = 5480;
    server.getQuote.mockImplementation(async () => cartOf(['course-1'], { notices: [gone] }));
    await refreshCart();
    prices['course-1'] = 4980;
    expect(readGuestCart().items).toEqual(['course-1']);
    const told = cartState.get().notices.map(({ reason, detail }) => [reason, detail]);
    expect(told).toContainEqual(['ended', '販売を終了しました。']);
    expect(told).toContainEqual(['price', '価格が4,980円から5,480円に変わりました。']);
    closeNotices();
    expect(cartState.get().notices).toEqual([]);
  });

  it('is shown without a coupon that is over, with a word', async () => {
    const { cartState, refreshCart } = await load();
    addToGuestCart('course-1');
    setGuestCoupon('SUMMER27');
    const failure = { code: 'coupon_expired', detail: '有効期限は3月31日でした。', request_id: '' };
    server.getQuote.mockImplementation(async ({ items, coupon }) => {
      if (coupon) throw new HttpError({ status: 409, data: null, failure, call: 'GET quote' });
      return cartOf(items);
    });
    await refreshCart();
    expect(cartState.get().cart?.total).toBe(4980);
    expect(readGuestCart()).toEqual({ items: ['course-1'], coupon: null });
    expect(cartState.get().notices[0]?.detail).toContain('有効期限は3月31日でした。');
  });

  it('has room for ten; the eleventh is refused in words', async () => {
    const { addToCart } = await load();
    for (let n = 1; n <= 10; n += 1) await addToCart(`course-${n}`);
    await expect(addToCart('course-11')).rejects.toMatchObject({
      status: 409,
      detail: expect.stringContaining('10件まで'),
    });
  });

  it('is asked for again when another tab has changed it', async () => {
    const { cartState, watchCart } = await load();
    const stop = watchCart('');
    addToGuestCart('course-2');
    hear({ key: 'cart.guest' });
    await vi.waitFor(() => expect(cartState.get().cart?.total).toBe(9800));
    stop();
  });
});

describe('after a login', () => {
  it('row 1: what the guest had is handed over once, and goes from the device only after the answer', async () => {
    addToGuestCart('course-1');
    addToGuestCart('course-2');
    carts.set('7', ['course-2', 'course-3']);
    const { cartState, refreshCart } = await load();
    core.enter(member('7'));
    server.postMerge.mockRejectedValueOnce(new OfflineError('network'));
    await refreshCart();
    expect(readGuestCart().items).toEqual(['course-1', 'course-2']);
    expect(cartState.get().isConfirmed).toBe(false);
    await refreshCart();
    await refreshCart();
    expect(ids(cartState.get().cart)).toEqual(['course-2', 'course-3', 'course-1']);
    expect(readGuestCart().items).toEqual([]);
    expect(server.postMerge).toHaveBeenCalledTimes(2);
    expect(server.getCart).toHaveBeenCalledTimes(1);
  });

  it('row 1: two tabs that do it at once hand over the same, and neither loses what came meanwhile', async () => {
    addToGuestCart('course-1');
    const one = await load();
    const other = await load();
    core.enter(member('7'));
    await Promise.all([one.refreshCart(), other.refreshCart()]);
    expect(carts.get('7')).toEqual(['course-1']);
    expect(ids(one.cartState.get().cart)).toEqual(['course-1']);
    expect(ids(other.cartState.get().cart)).toEqual(['course-1']);
    expect(readGuestCart().items).toEqual([]);
  });

  it('row 2: tells what found no room', async () => {
    addToGuestCart('course-1');
    const left = { product_id: 'course-1', name: '講座1', reason: 'full', detail: '10件までです。' };
    server.postMerge.mockImplementation(async () =>
      cartMergeSchema.parse({ cart: cartOf(['course-2']), left_out: [left] }),
    );
    const { cartState, refreshCart } = await load();
    core.enter(member('7'));
    await refreshCart();
    expect(cartState.get().notices).toEqual([left]);
  });

  it('a cart that cannot be handed over is not in the way of the one that is there', async () => {
    addToGuestCart('course-1');
    carts.set('7', ['course-3']);
    const failure = { code: 'validation', detail: '', request_id: '' };
    server.postMerge.mockRejectedValue(new HttpError({ status: 400, data: null, failure, call: 'POST' }));
    const { cartState, refreshCart } = await load();
    core.enter(member('7'));
    await refreshCart();
    expect(ids(cartState.get().cart)).toEqual(['course-3']);
    expect(readGuestCart().items).toEqual(['course-1']);
  });
});

describe('a member’s cart', () => {
  it('is on the next start what it was, until the server says what it is', async () => {
    const first = await load();
    core.enter(member('7'));
    await first.addToCart('course-1');
    expect(readGlance('7')).toContain('"course-1"');
    server.getCart.mockRejectedValue(new OfflineError('network'));
    const next = await load();
    await next.refreshCart();
    expect(next.cartState.get()).toMatchObject({ savedAt: 1_000_000, isConfirmed: false });
    expect(ids(next.cartState.get().cart)).toEqual(['course-1']);
  });

  it('does not wait for a read that hangs when the buyer asks once more', async () => {
    const { cartState, refreshCart, retryCart } = await load();
    core.enter(member('7'));
    carts.set('7', ['course-1']);
    server.getCart.mockImplementationOnce(
      (signal) =>
        new Promise((_, reject) =>
          signal?.addEventListener('abort', () => reject(new DOMException('', 'AbortError'))),
        ),
    );
    const hanging = refreshCart();
    await vi.waitFor(() => expect(server.getCart).toHaveBeenCalledTimes(1));
    const again = retryCart();
    // Looked at before it is waited for: a read that nobody gives up would hold the test until its limit.
    expect(server.getCart.mock.calls[0]?.[0]?.aborted).toBe(true);
    await Promise.all([hanging, again]);
    expect(cartState.get()).toMatchObject({ isFetching: false, isConfirmed: true, error: null });
    expect(ids(cartState.get().cart)).toEqual(['course-1']);
  });

  it('a refusal that brings the cart along shows it, with the reason (product.md V16)', async () => {
    const { addToCart, cartState } = await load();
    core.enter(member('7'));
    await addToCart('course-1');
    const failure = { code: 'cart_changed', detail: 'ほかの端末で変更されました。', request_id: '' };
    server.postItem.mockRejectedValueOnce(
      new HttpError({ status: 412, data: { cart: cartOf(['course-1', 'course-3']) }, failure, call: 'POST' }),
    );
    await expect(addToCart('course-2')).rejects.toMatchObject({ status: 412 });
    expect(ids(cartState.get().cart)).toEqual(['course-1', 'course-3']);
    expect(cartState.get().notices[0]?.detail).toBe('ほかの端末で変更されました。');
  });

  it('is shown as another tab has left it', async () => {
    const one = await load();
    core.enter(member('7'));
    const stop = one.watchCart('7');
    await one.addToCart('course-1');
    const hearOne = hear;
    const other = await load();
    await other.addToCart('course-2');
    hearOne({ key: 'kept.7.glance' });
    expect(ids(one.cartState.get().cart)).toEqual(['course-1', 'course-2']);
    stop();
  });

  it('row 13: is gone with the logout, and the next one on the device sees their own', async () => {
    const { addToCart, cartState, refreshCart } = await load();
    core.enter(member('7'));
    await addToCart('course-1');
    core.reset('logout');
    dropKeptOf('7');
    expect(cartState.get()).toMatchObject({ owner: null, cart: null });
    expect(readGlance('7')).toBe('');
    await refreshCart();
    expect(ids(cartState.get().cart)).toEqual([]);
    core.enter(member('8'));
    await refreshCart();
    expect(cartState.get().owner).toBe('8');
    expect(ids(cartState.get().cart)).toEqual([]);
    expect([...stored.keys()].filter((key) => key.startsWith('kept.7'))).toEqual([]);
  });

  it('an answer that comes after the logout is nobody’s', async () => {
    const { cartState, refreshCart } = await load();
    core.enter(member('7'));
    let answer: (cart: Cart) => void = () => undefined;
    server.getCart.mockImplementation(() => new Promise((resolve) => (answer = resolve)));
    const asked = refreshCart();
    await vi.waitFor(() => expect(server.getCart).toHaveBeenCalled());
    core.reset('logout');
    answer(cartOf(['course-1']));
    await asked;
    expect(cartState.get().cart).toBeNull();
    expect(stored.has('kept.7.cart')).toBe(false);
  });
});
