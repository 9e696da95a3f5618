/** Texts of the mails about an order. Pure; written for the buyer, who may be a guardian. */
import type { PayFailure } from '#contracts/shopOrder.ts';
import type { SlipFields } from '../../db/schema/order.ts';
import type { MailContent } from '../../mail/message.ts';
import { methodNames, momentText, slipNumberName, storeName, yen } from '../money/wording.ts';
import { type MailFacts, orderSummary } from './mailFacts.ts';
import { isCaptured, isSettled } from './policy.ts';

/** One mail for each fact (money.md 2). */
export const orderMailKinds = [
  'ordered',
  'slip',
  'slip_kept',
  'paid',
  'failed',
  'expired',
  'canceled',
  'rest_missing',
  'reminder',
  'late_payment',
  'refunded_extra',
  'refunded_late',
  'overpaid',
  'unknown_long',
  'amount_differs',
  'guardian_approved',
  'guardian_limit',
  'guardian_declined',
  'guardian_released',
] as const;
export type OrderMailKind = (typeof orderMailKinds)[number];

type Words = Pick<MailContent, 'subject' | 'paragraphs' | 'notes'> & { label: string };

const kept = 'この注文の内容と状況は、購入履歴でいつでもご確認いただけます。';

const summary = ({ order, items }: MailFacts) => orderSummary(order, items);

/** The next steps of an order that was just made. */
function orderedNext({ order }: MailFacts): string {
  if (order.status === 'awaiting_guardian')
    return `保護者の方に、確認のメールをお送りしました。保護者の方の確認が済むと、お支払いへ進めます。${order.dueAt ? `${momentText(order.dueAt)}までに確認がないときは、自動で取り消されます。` : ''}`;
  return order.method === 'card'
    ? 'お支払い方法: クレジットカード\n結果は、確認でき次第メールでお知らせします。'
    : `お支払い方法: ${methodNames[order.method]}\nお支払いに必要な番号は、準備でき次第メールでお知らせします。`;
}

function slipLines(slip: SlipFields | null): string[] {
  const { cvs, bank } = slip ?? {};
  if (cvs)
    return [
      `お支払い先: ${storeName(cvs.code)}`,
      `${slipNumberName(cvs.code)}: ${cvs.receiptNo}`,
      ...(cvs.confNo === '' ? [] : [`確認番号: ${cvs.confNo}`]),
      ...(cvs.url === '' ? [] : [`払込票: ${cvs.url}`]),
    ];
  if (bank)
    return [
      `振込先: ${bank.bankName} ${bank.branch}`,
      `口座: ${bank.type} ${bank.number}`,
      `口座名義: ${bank.holder}`,
    ];
  return [];
}

/** Where, how much and until when, in one block that can be read out at a counter. */
function howToPay({ attempt, order }: MailFacts, amount = order.total): string {
  return [
    ...slipLines(attempt?.slip ?? null),
    `金額: ${yen(amount)}`,
    ...(attempt?.dueAt ? [`お支払い期限: ${momentText(attempt.dueAt)}`] : []),
  ].join('\n');
}

const isBank = ({ attempt }: MailFacts) => attempt?.method === 'bank';
const bankNotes = ['振込手数料はお客様のご負担となります。', 'この口座は、今回のご注文専用です。'];
const storeNotes = ['店頭の端末またはレジで、番号をお伝えください。'];

/** Why a payment did not go through, and what helps (money.md 6). */
const failureWords: Partial<Record<PayFailure, string>> = {
  limit: 'カードのご利用可能額を超えていました。',
  not_accepted: 'このカードではお支払いいただけませんでした。',
  input: 'カード番号・有効期限・セキュリティコードのいずれかを確認できませんでした。',
  tds: '本人認証が完了しませんでした。',
  token: 'カード情報の有効時間が過ぎていました。',
};

/** How a payment that failed can be made after all. A plan takes only cards (money.md 4.14). */
function otherWays({ order, isMinors }: MailFacts): string {
  if (isMinors)
    return '同じ内容のまま、コンビニ払い・銀行振込でお支払いいただけます。クレジットカードのときは、保護者の方が、ご自身に届いたメールのページからもう一度お支払いになれます。';
  return order.subscriptionId === null
    ? '同じ内容のまま、別のカードやコンビニ払い・銀行振込でお支払いいただけます。'
    : '同じ内容のまま、別のカードでお支払いいただけます。';
}

/** It ended because no guardian had answered (expire.ts). */
const isUnanswered = ({ order }: MailFacts): boolean => order.cancelReason === 'guardian';

/** Until when an order that a guardian has agreed to can be paid. */
const payUntil = ({ order }: MailFacts): string => (order.dueAt ? `${momentText(order.dueAt)}までに、` : '');

const takenOf = ({ attempt, yen: part }: MailFacts): number =>
  part ?? (attempt?.received || attempt?.amount || 0);

/** How much more than the order costs has come. */
const excessOf = (facts: MailFacts): number => facts.yen ?? Math.max(0, takenOf(facts) - facts.order.total);

/** How money goes back: to a card by its company, everything else by our own bank transfer. */
function wayBack({ attempt }: MailFacts): string {
  return attempt?.method === 'card'
    ? 'カード会社を通じて返金します。お手続きは必要ありません。明細への反映には日数がかかることがあります。'
    : '口座へのお振り込みで返金します。返金先の口座を、購入履歴の画面からご登録ください。';
}

/** What is given back, and how. */
function givenBack(facts: MailFacts, amount: number): string {
  return `返金する金額: ${yen(amount)}\n${wayBack(facts)}`;
}

/** Yen that came for an order that has ended unpaid, as a part of a transfer; they go back (money.md 4.9). */
const partOf = ({ attempt }: MailFacts): number => attempt?.received ?? 0;

/** The part that goes back, and the account that only its buyer can name. */
function partBack(facts: MailFacts): string {
  const help = facts.attempt?.method === 'card' ? '' : '退会して登録できないときは、お問い合わせください。';
  return `お預かりしている${yen(partOf(facts))}は、${wayBack(facts)}${help}`;
}

/** Why an order has expired. */
function whyExpired(facts: MailFacts): string {
  if (isUnanswered(facts))
    return '7日以内に保護者の方の確認がなかったため、次のご注文を取り消しました。料金は発生していません。';
  return partOf(facts) > 0
    ? '全額のお支払いを確認できないまま期限が過ぎたため、次のご注文を取り消しました。'
    : 'お支払いの確認ができないまま期限が過ぎたため、次のご注文を取り消しました。';
}

/** Why money of an order that nobody has got anything for goes back: it was of another sum, or came late. */
function whyReturned({ order, attempt }: MailFacts): string {
  return attempt && isCaptured(attempt) && !isSettled(order.status)
    ? 'お支払いの金額がご注文と異なっていたため、ご注文を取り消し、全額を返金します。'
    : '終了したご注文に対して、お支払いが行われていたことを確認しました。全額を返金します。';
}

/** When late money came, as its buyer sees it. */
const afterWhat = ({ order }: MailFacts): string => (order.status === 'canceled' ? '取り消した後' : '期限後');

/** Whether an order has nothing but exam fees. */
function isExamOnly({ items }: MailFacts): boolean {
  return items.length > 0 && items.every(({ type }) => type === 'mockexam');
}

const texts: Record<OrderMailKind, (facts: MailFacts) => Words> = {
  ordered: (facts) => ({
    subject: 'ご注文を受け付けました',
    paragraphs: [
      'ご注文ありがとうございます。次の内容で受け付けました。',
      summary(facts),
      orderedNext(facts),
    ],
    notes: [kept],
    label: '注文内容を見る',
  }),
  slip: (facts) => ({
    subject: isBank(facts) ? 'お振込先のご案内' : 'コンビニでのお支払い番号のご案内',
    paragraphs: ['お支払いの準備ができました。期限までにお支払いください。', howToPay(facts), summary(facts)],
    notes: [
      isExamOnly(facts)
        ? 'ご入金を確認すると、模試の申し込みが確定します。'
        : 'ご入金を確認すると、すぐに受講できるようになります。',
      ...(isBank(facts) ? bankNotes : storeNotes),
      '期限を過ぎると、ご注文は自動的に取り消されます。',
    ],
    label: 'お支払い方法を見る',
  }),
  slip_kept: (facts) => ({
    subject: 'お支払い方法の変更・取り消しができませんでした',
    paragraphs: [
      `${isBank(facts) ? 'お振込先の口座' : 'お支払いの番号'}を決済会社で取り消せなかったため、ご注文はそのままになっています。料金は発生していません。`,
      `期限までに次の${isBank(facts) ? '口座へお振り込みになる' : '番号でお支払いになる'}と、ご注文が確定します。お支払いにならないときは、期限の後に自動で取り消されます。`,
      howToPay(facts),
      summary(facts),
    ],
    notes: ['カードを入力された場合も、カードには請求していません。'],
    label: '注文内容を見る',
  }),
  paid: (facts) => ({
    subject: facts.order.total === 0 ? 'お申し込みが完了しました' : 'お支払いを確認しました',
    paragraphs: [
      `${facts.order.total === 0 ? 'お申し込みありがとうございます。' : 'お支払いを確認しました。ありがとうございます。'}${isExamOnly(facts) ? '模試の申し込みが確定しました。受験期間になったら、模試のページから受験できます。' : '今すぐ学習を始められます。'}`,
      summary(facts),
    ],
    notes: facts.order.total === 0 ? [kept] : ['領収書は、購入履歴から表示できます。'],
    label: isExamOnly(facts) ? '注文内容を見る' : '購入した講座を見る',
  }),
  failed: (facts) => ({
    subject: 'お支払いが完了しませんでした',
    paragraphs: [
      `${failureWords[facts.attempt?.failure ?? 'unknown'] ?? 'お支払いを完了できませんでした。'}料金は発生していません。`,
      otherWays(facts),
      summary(facts),
    ],
    label: facts.order.subscriptionId === null ? 'お支払い方法を選び直す' : '別のカードで支払う',
  }),
  expired: (facts) => ({
    subject: isUnanswered(facts) ? '保護者の方の確認がないまま期限が過ぎました' : 'お支払い期限が過ぎました',
    paragraphs: [
      whyExpired(facts),
      ...(partOf(facts) > 0 ? [partBack(facts)] : []),
      summary(facts),
      'クーポンをお使いの場合は、有効期間内であればもう一度ご利用いただけます。ご希望の講座は、あらためてご注文ください。',
    ],
    notes:
      isUnanswered(facts) || partOf(facts) > 0
        ? []
        : ['行き違いですでにお支払いいただいた場合は、担当者からご連絡します。'],
    label: '注文内容を見る',
  }),
  canceled: (facts) => ({
    subject: 'ご注文を取り消しました',
    paragraphs: [
      partOf(facts) > 0
        ? `次のご注文を取り消しました。${partBack(facts)}`
        : '次のご注文を取り消しました。料金は発生していません。',
      summary(facts),
    ],
    notes: ['お手元のお支払い番号やお振込先は、使わないようお願いします。'],
    label: '注文内容を見る',
  }),
  rest_missing: (facts) => {
    const { received = 0, dueAt = null } = facts.attempt ?? {};
    const rest = facts.order.total - received;
    const until = dueAt ? `${momentText(dueAt)}までに` : '';
    return {
      subject: 'お振込みの金額が不足しています',
      paragraphs: [
        `${yen(received)}を受け取りました。残り${yen(rest)}を${until}同じ口座へお振り込みください。`,
        howToPay(facts, rest),
        summary(facts),
      ],
      notes: ['残りのご入金を確認すると、すぐに受講できるようになります。'],
      label: 'お振込先を見る',
    };
  },
  reminder: (facts) => ({
    subject: '明日がお支払い期限です',
    paragraphs: [
      '次のご注文のお支払い期限が、明日に迫っています。',
      howToPay(facts, stillMissing(facts)),
      summary(facts),
    ],
    notes: ['すでにお支払いいただいた場合は、行き違いですのでご容赦ください。'],
    label: 'お支払い方法を見る',
  }),
  late_payment: (facts) => ({
    subject: `${afterWhat(facts)}のご入金を確認しました`,
    paragraphs: [
      `${afterWhat(facts)}のご入金を確認しました。担当者がご連絡します。`,
      'お預かりした金額は、ご希望に応じて返金またはご注文への充当をいたします。',
      summary(facts),
    ],
    label: '注文内容を見る',
  }),
  refunded_extra: (facts) => ({
    subject: '重複したお支払いを返金します',
    paragraphs: [
      '同じご注文に対して、お支払いを二重に受け取りました。余分にいただいた金額を全額返金します。',
      givenBack(facts, takenOf(facts)),
      summary(facts),
    ],
    notes: ['ご購入いただいた講座は、そのままご利用いただけます。'],
    label: '注文内容を見る',
  }),
  refunded_late: (facts) => ({
    subject: 'お支払いを返金します',
    paragraphs: [whyReturned(facts), givenBack(facts, takenOf(facts)), summary(facts)],
    notes: ['ご希望の講座は、お手数ですが、あらためてご注文ください。'],
    label: '注文内容を見る',
  }),
  overpaid: (facts) => {
    const excess = excessOf(facts);
    const paid = facts.attempt?.method === 'card' ? 'お支払い' : 'お振込み';
    return {
      subject: `${paid}の差額を返金します`,
      paragraphs: [
        `ご請求額より${yen(excess)}多く${paid}いただきました。差額を返金します。`,
        givenBack(facts, excess),
        summary(facts),
      ],
      notes: ['ご購入いただいた講座は、そのままご利用いただけます。'],
      label: '注文内容を見る',
    };
  },
  unknown_long: (facts) => ({
    subject: 'お支払い結果を確認しています',
    paragraphs: [
      'お支払いの結果を決済会社に確認しています。もう一度お支払いになる必要はありません。二重に請求されることもありません。',
      '結果が分かり次第、メールでお知らせします。',
      summary(facts),
    ],
    label: '注文の状況を見る',
  }),
  amount_differs: (facts) => ({
    subject: 'お支払いの金額を確認しています',
    paragraphs: [
      `${yen(facts.attempt?.received ?? 0)}のお支払いを受け取りましたが、ご注文の合計${yen(facts.order.total)}と異なっています。担当者が確認し、ご連絡します。`,
      isSettled(facts.order.status)
        ? `差額の${yen(excessOf(facts))}は、そのままお預かりしています。お手続きは必要ありません。`
        : '受け取った金額は、全額をお預かりしています。もう一度お支払いになる必要はありません。',
      summary(facts),
    ],
    label: '注文の状況を見る',
  }),
  guardian_approved: (facts) => ({
    subject: '保護者の方の確認が完了しました',
    paragraphs: [
      'ご注文の内容に、保護者の方が同意しました。',
      `${payUntil(facts)}お支払いをお願いします。クレジットカードのときは、保護者の方が、ご自身に届いたメールのページでお支払いになれます。コンビニ払いと銀行振込は、購入履歴からも選べます。`,
      summary(facts),
    ],
    notes: ['お支払いを確認すると、すぐに学習を始められます。'],
    label: '注文内容を見る',
  }),
  guardian_limit: (facts) => ({
    subject: 'ご注文を受け付けました',
    paragraphs: [
      'ご注文ありがとうございます。保護者の方が決めた金額までのため、確認を待たずにお支払いへ進めます。保護者の方にも、メールでお知らせしました。',
      `${payUntil(facts)}お支払いをお願いします。クレジットカードのときは、保護者の方が、ご自身に届いたメールのページでお支払いになれます。コンビニ払いと銀行振込は、購入履歴からも選べます。`,
      summary(facts),
    ],
    notes: ['お支払いを確認すると、すぐに学習を始められます。'],
    label: '注文内容を見る',
  }),
  guardian_declined: (facts) => ({
    subject: '保護者の方の同意が得られませんでした',
    paragraphs: [
      '保護者の方から、同意しないとの回答がありました。次のご注文を取り消しました。料金は発生していません。',
      summary(facts),
      'クーポンをお使いの場合は、有効期間内であればもう一度ご利用いただけます。',
    ],
    notes: ['もう一度お申し込みになるときは、先に保護者の方とご相談ください。'],
    label: '注文内容を見る',
  }),
  guardian_released: (facts) => ({
    subject: 'ご注文のお支払いへ進めます',
    paragraphs: [
      '18歳になられたため、このご注文に保護者の方の確認は必要なくなりました。',
      `${payUntil(facts)}購入履歴からお支払いください。お支払いになるまで、料金は発生しません。`,
      summary(facts),
    ],
    label: '支払い方法を選ぶ',
  }),
};

function stillMissing({ order, attempt }: MailFacts): number {
  return Math.max(0, order.total - (attempt?.received ?? 0));
}

/** The text of one mail, without the greeting and the link of its button. */
export function orderMailText(kind: OrderMailKind, facts: MailFacts): Words {
  return texts[kind](facts);
}
