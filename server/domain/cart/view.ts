/** A cart at present prices, with everything that changed by itself (money.md 4.1, 7 row 3). */
import { eq } from 'drizzle-orm';
import type { CartNotice, PayMethod } from '#contracts/shopCart.ts';
import { cartLimit } from '#contracts/shopCart.ts';
import type { Db } from '../../db/client.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { inTime, openMethods } from '../checkout/methods.ts';
import { needsPapers } from '../checkout/papers.ts';
import { bestOf, type HeldCoupon, type Verdict } from '../coupon/judge.ts';
import { findChosen, walletOf } from '../coupon/store.ts';
import { dayText, yen } from '../money/wording.ts';
import { findProducts, type Product } from '../product/find.ts';
import { type Owned, ownedIn, readOwned } from '../product/owned.ts';
import { isMinor } from '../profile/age.ts';
import { couponLine, judgeFor, type Pricing, priceOf } from './price.ts';
import type { StoredCart, StoredItem } from './store.ts';

export type CartLine = { item: StoredItem; product: Product; warning: string | null };

/** A coupon beside a cart: what it does there, and whether no other one saves more. */
export type ChosenCoupon = { held: HeldCoupon; verdict: Verdict; isBest: boolean };

export type CartView = {
  /** `null`: a guest's. */
  userId: number | null;
  /** Version of the stored cart, plus one if something has changed by itself since. */
  version: number;
  lines: CartLine[];
  /** Rows whose products cannot be bought any more. */
  gone: number[];
  coupon: ChosenCoupon | null;
  couponMode: StoredCart['couponMode'];
  pricing: Pricing;
  methods: PayMethod[];
  needsGuardian: boolean;
  needsContract: boolean;
  notices: CartNotice[];
};

/** Why a product cannot be in a cart, in words that can be shown. */
export const leftOutTexts = {
  ended: '販売期間が終了したため、カートから外しました。',
  owned: '購入済みのため削除しました。',
  full: `カートに入れられるのは${cartLimit}件までです。`,
  mixed: '定期購入の商品は個別にお手続きください。',
  unknown: '取り扱いのない商品のため、カートから外しました。',
  entry: '申し込みの入力が済んでいない模試のため、カートから外しました。',
} as const;

function notice(productId: string, name: string, reason: keyof typeof leftOutTexts): CartNotice {
  return { product_id: productId, name, reason, detail: leftOutTexts[reason] };
}

/** Why this person cannot buy a product now; `null`: they can. */
export function whyNot(
  product: Product | undefined,
  owned: Owned | null,
): 'unknown' | 'ended' | 'owned' | 'entry' | null {
  if (!product) return 'unknown';
  if (owned?.isOwned) return 'owned';
  if (!product.isOnSale) return 'ended';
  return owned?.lacksEntry ? 'entry' : null;
}

type Sorted = { lines: CartLine[]; gone: number[]; notices: CartNotice[] };

function sortItems(
  items: readonly StoredItem[],
  products: ReadonlyMap<string, Product>,
  owned: ReadonlyMap<string, Owned>,
): Sorted {
  const sorted: Sorted = { lines: [], gone: [], notices: [] };
  for (const item of items) {
    const product = products.get(item.productId);
    const reason = whyNot(product, product ? ownedIn(owned, product) : null);
    if (!product || reason) {
      sorted.gone.push(item.id);
      sorted.notices.push(notice(item.productId, product?.name ?? '商品', reason ?? 'unknown'));
    } else {
      sorted.lines.push({ item, product, warning: null });
      const repriced = priceNotice(item, product);
      if (repriced) sorted.notices.push(repriced);
    }
  }
  return sorted;
}

function priceNotice({ seenPrice }: StoredItem, { id, name, price }: Product): CartNotice | null {
  if (seenPrice === null || seenPrice === price) return null;
  const detail = `価格が${yen(seenPrice)}から${yen(price)}に変わりました。`;
  return { product_id: id, name, reason: 'price', detail };
}

/** What a buyer should know before they buy a product: a changed price, courses twice, courses that run already. */
function warningOf(line: CartLine, lines: readonly CartLine[], owned: Owned): string | null {
  const { item, product } = line;
  const around = lines.find(
    (other) =>
      other !== line &&
      other.product.courseIds.length > product.courseIds.length &&
      product.courseIds.every((id) => other.product.courseIds.includes(id)),
  );
  const sentences = [priceNotice(item, product)?.detail ?? []].flat();
  if (around) sentences.push(`「${around.product.name}」に含まれている講座です。`);
  const running = product.courseIds.flatMap((id, at) =>
    owned.ends.has(id) || owned.ownedCourses.includes(id) ? [product.contents[at] ?? product.name] : [],
  );
  if (product.type === 'bundle' && running.length > 0)
    sentences.push(`${running.map((name) => `「${name}」`).join('')}は受講中です。`);
  const end = product.type === 'course' ? owned.ends.get(product.courseIds[0] ?? 0) : undefined;
  if (end !== undefined) sentences.push(`いまの視聴期限(${dayText(new Date(end))})の後に続けて見られます。`);
  return sentences.length > 0 ? sentences.join('') : null;
}

/** The coupon that counts: the one that was chosen, else the best of the wallet, unless none is wanted. */
async function chooseCoupon(
  db: Db,
  { userId, couponId, couponMode }: Pick<CartSource, 'userId' | 'couponId' | 'couponMode'>,
  products: readonly Product[],
  now: number,
): Promise<ChosenCoupon | null> {
  if (couponMode === 'none') return null;
  const lines = products.map(couponLine);
  const chosen = couponMode === 'manual' && couponId !== null ? await findChosen(db, userId, couponId) : null;
  if (!chosen && lines.length === 0) return null;
  const wallet = await walletOf(db, userId);
  const known = chosen && !wallet.some((one) => one.coupon.id === chosen.coupon.id) ? [chosen] : [];
  const best = bestOf([...wallet, ...known], lines, now);
  const held = chosen ?? best;
  const verdict = judgeFor(held, products, now);
  return held && verdict && { held, verdict, isBest: held.coupon.id === best?.coupon.id };
}

async function isMinorBuyer(db: Db, userId: number | null, now: number): Promise<boolean> {
  if (userId === null) return false;
  const [user] = await db.select({ birthDate: users.birthDate }).from(users).where(eq(users.id, userId));
  return user !== undefined && isMinor(user.birthDate, now);
}

/** The input of a view: a stored cart, or what a guest asks for. */
export type CartSource = Omit<StoredCart, 'userId'> & { userId: number | null };

/** The cart as its owner sees it now. It only reads: the next change removes what is gone (`settle`). */
export async function viewCart(db: Db, deps: Deps, source: CartSource): Promise<CartView> {
  const now = deps.clock.now();
  const products = await findProducts(
    db,
    source.items.map(({ productId }) => productId),
    now,
  );
  const owned = await readOwned(db, source.userId, [...products.values()], now);
  const { lines, gone, notices } = sortItems(source.items, products, owned);
  const kept = lines.map(({ product }) => product);
  const coupon = await chooseCoupon(db, source, kept, now);
  const pricing = priceOf(kept, coupon?.verdict ?? null);
  return {
    userId: source.userId,
    version: source.version + notices.length,
    lines: lines.map((line) => ({
      ...line,
      warning: warningOf(line, lines, ownedIn(owned, line.product)),
    })),
    gone,
    coupon,
    couponMode: source.couponMode,
    pricing,
    methods: kept.length === 0 ? [] : inTime(openMethods(deps, pricing.total), kept, now),
    needsGuardian: pricing.total > 0 && (await isMinorBuyer(db, source.userId, now)),
    needsContract: needsPapers(kept, owned, pricing.total, now),
    notices,
  };
}
