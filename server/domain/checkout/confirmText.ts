/**
 * The six items that have to be read before an order (money.md 6, 特商法 12条の6), made of data: the page shows them and the
 * order keeps them. Pure. If you change a sentence here, raise `confirmVersion`: then an offer that was shown in the
 * old words is shown again before it can be ordered (money.md 7, row 19).
 */
import { createHash } from 'node:crypto';
import type { ConfirmBlock } from '#contracts/shopCheckout.ts';
import type { Snapshot } from '../../db/schema/shop.ts';
import { slipDays, slipDue } from '../money/slipDue.ts';
import { clockText, dayText, methodNames, momentText, storeName, yen } from '../money/wording.ts';
import type { ExamFee, Product } from '../product/find.ts';
import type { Owned } from '../product/owned.ts';

/** Version of the sentences in this file. */
export const confirmVersion = 1;

/** What the text is made of, beside the snapshot; the products in the order of its items. */
export type ConfirmFacts = {
  products: readonly { product: Product; owned: Owned }[];
  couponEndsAt: Date | null;
  /** Papers about the contract are handed over, with eight days to leave it (money.md 4.18). */
  needsPapers: boolean;
  /**
   * When the offer was first shown, epoch milliseconds. Days are counted from here, so that they stay as they were
   * read.
   */
  offeredAt: number;
};

/**
 * Days in which a paid order may be given back, and how many lessons must not have been watched by then
 * (product.md 3.9).
 */
const giveBack = { days: 8, lessons: 3 };
/** Days that a guardian has. */
const guardianDays = 7;

function lengthOf({ accessDays }: Product, ends: readonly number[]): string {
  if (accessDays === null) return '契約が続いている間';
  if (ends.length === 0) return `お支払いの日と、その翌日から${accessDays}日間`;
  return `いまの視聴期限(${momentText(new Date(Math.max(...ends)))})の後、さらに${accessDays}日間`;
}

/** When an exam is taken, as far as that is known. */
function windowLine({ from, until }: ExamFee): string {
  if (!until) return '受験期間: 模試のページでお知らせします';
  return from
    ? `受験期間: ${momentText(from)}から${momentText(until)}まで`
    : `受験期間: ${momentText(until)}まで`;
}

/** A bundle may hold courses that run already beside others that do not. */
function accessLines(product: Product, owned: Owned): string[] {
  const running = product.courseIds.filter((id) => owned.ends.has(id));
  const names = (ids: readonly number[]) =>
    product.courseIds
      .flatMap((id, at) => (ids.includes(id) ? [`「${product.contents[at] ?? product.name}」`] : []))
      .join('');
  const fresh = product.courseIds.filter((id) => !owned.ends.has(id));
  if (product.type !== 'bundle' || running.length === 0)
    return [`視聴できる期間: ${lengthOf(product, [...owned.ends.values()])}`];
  return [
    ...(fresh.length > 0 ? [`${names(fresh)}を視聴できる期間: ${lengthOf(product, [])}`] : []),
    ...running.map((id) => `${names([id])}を視聴できる期間: ${lengthOf(product, [owned.ends.get(id) ?? 0])}`),
  ];
}

function itemLines({ product, owned }: ConfirmFacts['products'][number]): string[] {
  if (product.exam) return [`模試「${product.name}」の受験料 1名分`, windowLine(product.exam)];
  const lessons = product.lessonCount > 0 ? `(全${product.lessonCount}レッスン)` : '';
  const kind = product.type === 'bundle' ? 'セット' : '講座';
  const inside =
    product.type === 'bundle'
      ? [`内容: ${product.contents.map((name) => `「${name}」`).join('')}の${product.contents.length}講座`]
      : [];
  return [`${kind}「${product.name}」${lessons} 1点`, ...inside, ...accessLines(product, owned)];
}

function priceLines(snapshot: Snapshot): string[] {
  const { items, couponName, subtotal, discount, total, taxes, method } = snapshot;
  const taxText = taxes.map(({ rate, tax }) => `消費税${rate}% ${yen(tax)}`).join('、');
  return [
    ...items.map(({ name, unitPrice }) => `「${name}」 ${yen(unitPrice)}`),
    ...(discount > 0 ? [`小計 ${yen(subtotal)}`, `クーポン「${couponName ?? ''}」 −${yen(discount)}`] : []),
    `お支払いの総額 ${yen(total)}(税込${taxText === '' ? '' : `。うち${taxText}`})`,
    'この注文で、あとから自動で請求されることはありません。',
    ...(method === 'bank' ? ['振込手数料は、お客さまのご負担です。'] : []),
    'インターネットの通信料は、お客さまのご負担です。送料はかかりません。',
  ];
}

/**
 * Until when a slip can be paid: the general rule, and the date for an order of the day on which the text is read. If a
 * guardian is asked first, the slip is made on a later day that nobody knows yet.
 */
function slipLines(method: 'cvs' | 'bank', offeredAt: number, isGuardianAsked: boolean): string[] {
  const due = new Date(slipDue(method, offeredAt));
  if (isGuardianAsked)
    return [
      `確認の後、お支払いの番号や振込先をお知らせした日から${slipDays[method]}日後の${clockText(due)}までにお支払いください。`,
      '期限までにお支払いがないときは、ご注文は取り消しになります。料金はかかりません。',
    ];
  const example = `${dayText(new Date(offeredAt))}のご注文なら、${dayText(due)} ${clockText(due)}まで`;
  return [
    `ご注文の日から${slipDays[method]}日後の${clockText(due)}までにお支払いください(${example})。`,
    '期限までにお支払いがないときは、ご注文は取り消しになります。料金はかかりません。',
  ];
}

function paymentLines(snapshot: Snapshot, { offeredAt }: ConfirmFacts): string[] {
  const { method, card, cvsCode, needsGuardian, guardianLimit: limit = null } = snapshot;
  const isAsked = needsGuardian && limit === null;
  const within =
    limit === null
      ? []
      : [
          `18歳未満の方のご注文です。保護者の方が決めた金額(1か月${yen(limit)})までのため、保護者の方の確認を待たずに、お支払いへ進めます。保護者の方にも、メールでお知らせします。`,
          `お支払いの方法は、後から変更できます。ご注文から${guardianDays}日以内にお支払いの手続きがないときは、ご注文は取り消しになります。`,
        ];
  const guardian = isAsked
    ? [
        `18歳未満の方のご注文です。保護者の方が${guardianDays}日以内に確認した後に、お支払いとなります。`,
        `お支払いの方法は、そのときに変更できます。確認から${guardianDays}日以内にお支払いの手続きがないときは、ご注文は取り消しになります。`,
      ]
    : within;
  if (method === 'none') return ['お支払いはありません(0円)。', ...guardian];
  if (method === 'card') {
    const name = [card?.brand, card && `末尾${card.last4}`].filter(Boolean).join(' ');
    return [
      `${methodNames.card}${name === '' ? '' : `(${name})`} 1回払い`,
      ...guardian,
      needsGuardian
        ? '保護者の方がカード情報を入力し、本人認証(3Dセキュア)が済んだときに決済します。'
        : 'ご注文の確定後、本人認証(3Dセキュア)が済んだときに決済します。',
    ];
  }
  const store = method === 'cvs' && cvsCode !== null ? `(${storeName(cvsCode)})` : '';
  return [`${methodNames[method]}${store}`, ...guardian, ...slipLines(method, offeredAt, isAsked)];
}

const delivery: Record<Snapshot['method'], string[]> = {
  none: ['ご注文の確定後、すぐに見られます。'],
  card: ['お支払いの完了後、すぐに見られます。'],
  cvs: ['お店でのお支払いを確認した後、すぐに見られます。'],
  bank: [
    'ご入金を確認した後、すぐに見られます。',
    '金融機関の営業時間によっては、確認が翌営業日になることがあります。',
  ],
};

const entered: Record<Snapshot['method'], string> = {
  none: 'ご注文の確定後、模試の申し込みが確定します。受験できるのは、受験期間の間です。',
  card: 'お支払いの完了後、模試の申し込みが確定します。受験できるのは、受験期間の間です。',
  cvs: 'お店でのお支払いを確認した後、模試の申し込みが確定します。受験できるのは、受験期間の間です。',
  bank: 'ご入金を確認した後、模試の申し込みが確定します。受験できるのは、受験期間の間です。',
};

/** Which exam fees there are, and whether there are other things. */
function mixOf({ products }: ConfirmFacts): { hasExam: boolean; isExamOnly: boolean } {
  const exams = products.filter(({ product }) => product.exam !== undefined).length;
  return { hasExam: exams > 0, isExamOnly: exams > 0 && exams === products.length };
}

function deliveryLines({ method }: Snapshot, facts: ConfirmFacts): string[] {
  const { hasExam, isExamOnly } = mixOf(facts);
  if (!hasExam) return delivery[method];
  return isExamOnly
    ? [entered[method], ...delivery[method].slice(1)]
    : [...delivery[method], entered[method]];
}

/** When a paid thing may be given back without a reason. */
function giveBackLines(facts: ConfirmFacts): string[] {
  const { hasExam, isExamOnly } = mixOf(facts);
  const lessons = `お支払いの翌日から${giveBack.days}日以内で、視聴した授業が${giveBack.lessons}つ未満のときは、購入履歴から返品をお申し出いただけます。全額を返金します。`;
  const exams = `お支払いの翌日から${giveBack.days}日以内で、受験を始めていないときは、購入履歴から申し込みの取り消しと返金をお申し出いただけます。全額を返金します。`;
  return [...(isExamOnly ? [] : [lessons]), ...(hasExam ? [isExamOnly ? exams : `模試は、${exams}`] : [])];
}

function cancelLines({ method }: Snapshot, facts: ConfirmFacts): string[] {
  const { needsPapers } = facts;
  const rules = 'くわしくは「特定商取引法に基づく表記」と「利用規約」をご覧ください。';
  if (method === 'none') return ['料金がかからないため、返金はありません。', rules];
  return [
    'お支払いの前は、購入履歴からご注文を取り消せます。料金はかかりません。',
    ...giveBackLines(facts),
    'そのほかの場合、お客さまのご都合による返品はできません。',
    ...(needsPapers
      ? [
          '契約の書面を受け取った日を含めて8日間は、理由を問わず契約を解除できます(クーリング・オフ)。その後も、中途解約をお申し出いただけます。',
        ]
      : []),
    rules,
  ];
}

function deadlineLines({ products, couponEndsAt }: ConfirmFacts, { couponName }: Snapshot): string[] {
  const sales = products.flatMap(({ product: { name, saleEndsAt, exam } }) => {
    if (saleEndsAt === null) return [];
    return [`「${name}」の${exam ? 'お申し込み' : '販売'}は、${momentText(saleEndsAt)}までです。`];
  });
  const coupon =
    couponEndsAt === null || couponName === null
      ? []
      : [`クーポン「${couponName}」が使えるのは、${momentText(couponEndsAt)}までです。`];
  const lines = [...sales, ...coupon];
  return lines.length > 0 ? lines : ['お申し込みの期限はありません。'];
}

/** The six items, in the order in which they are read. */
export function confirmText(snapshot: Snapshot, facts: ConfirmFacts): ConfirmBlock[] {
  return [
    { key: 'items', title: '内容と分量', lines: facts.products.flatMap(itemLines) },
    { key: 'price', title: '価格', lines: priceLines(snapshot) },
    { key: 'payment', title: 'お支払いの方法と時期', lines: paymentLines(snapshot, facts) },
    {
      key: 'delivery',
      title: mixOf(facts).isExamOnly ? '申し込みが確定する時期' : '見られるようになる時期',
      lines: deliveryLines(snapshot, facts),
    },
    { key: 'cancel', title: '取り消し・返品・解約', lines: cancelLines(snapshot, facts) },
    { key: 'deadline', title: 'お申し込みの期限', lines: deadlineLines(facts, snapshot) },
  ];
}

/** Names a text: the same words of the same template have the same hash. */
export function confirmHash(blocks: readonly ConfirmBlock[], version = confirmVersion): string {
  const words = blocks.map(({ key, title, lines }) => [key, title, lines]);
  return createHash('sha256')
    .update(JSON.stringify([version, words]))
    .digest('base64url');
}

/** What has changed in the text: for each of the six items the lines that were removed and added. */
export function changesOf(
  before: readonly ConfirmBlock[],
  after: readonly ConfirmBlock[],
): { title: string; before: string; after: string }[] {
  const keys = [...new Set([...before, ...after].map(({ key }) => key))];
  return keys.flatMap((key) => {
    const [old, now] = [before, after].map((blocks) => blocks.find((block) => block.key === key));
    const gone = (old?.lines ?? []).filter((line) => !now?.lines.includes(line));
    const came = (now?.lines ?? []).filter((line) => !old?.lines.includes(line));
    if (gone.length === 0 && came.length === 0) return [];
    const title = now?.title ?? old?.title ?? '';
    return [{ title, before: gone.join('\n'), after: came.join('\n') }];
  });
}
