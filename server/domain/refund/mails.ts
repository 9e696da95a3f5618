/**
 * Mails to a buyer about a refund, one for each fact (money.md 2, `money_notices`). The caller holds the order's lock.
 */
import { and, eq } from 'drizzle-orm';
import type { RefundKind } from '#contracts/shopRefund.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { Tx } from '../../db/client.ts';
import { moneyNotices, type OrderRow } from '../../db/schema/order.ts';
import type { RefundRow } from '../../db/schema/refund.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../mail/queue.ts';
import { yen } from '../money/wording.ts';
import { addressee } from '../order/mails.ts';

/** Why money goes back, in words for the buyer and for a return invoice. */
export const reasonWords: Record<RefundKind, string> = {
  voluntary: 'お申し出による返品',
  cooling_off: 'クーリング・オフによる契約の解除',
  midterm: '中途解約',
  duplicate: '重複または過剰なお支払いの返金',
  staff: '当社の判断による返金',
};

type Fact = 'asked' | 'account' | 'returned' | 'done';

function contents({ lines, amount }: RefundRow): string {
  return [...lines.map((line) => `・${line.name} ${yen(line.amount)}`), `返金額: ${yen(amount)}`].join('\n');
}

const account = '返金先の口座を、購入履歴の画面からご登録ください。ご登録の後、14日以内にお振り込みします。';
const byCard =
  'カード会社を通じて返金します。お手続きは必要ありません。明細への反映には、日数がかかることがあります。';

function wordsOf(fact: Fact, order: OrderRow, refund: RefundRow): { subject: string; paragraphs: string[] } {
  const about = [`注文番号: ${order.orderNo}`, contents(refund)].join('\n');
  const ends = refund.lines.filter((line) => line.ends).map(({ name }) => `「${name}」`);
  if (fact === 'done')
    return {
      subject: '返金しました',
      paragraphs: [
        refund.via === 'gateway'
          ? `返金の手続きが済みました。${byCard}`
          : 'ご登録の口座へ、返金をお振り込みしました。',
        about,
      ],
    };
  if (fact === 'account')
    return {
      subject: '返金先の口座をご登録ください',
      paragraphs: ['この返金は、カードではなく、口座へのお振り込みで行います。', account, about],
    };
  if (fact === 'returned')
    return {
      subject: '返金をお振り込みできませんでした',
      paragraphs: [
        '返金をお振り込みしましたが、銀行から戻ってきました。口座番号や名義が違うか、その口座が使えなくなっているようです。',
        'お手数ですが、返金先の口座を、購入履歴の画面からもう一度ご登録ください。ご登録の後、14日以内にお振り込みします。',
        about,
      ],
    };
  return {
    subject: '返金の手続きを始めました',
    paragraphs: [
      `返金の手続きを受け付けました(${reasonWords[refund.kind]})。`,
      about,
      refund.via === 'gateway' ? byCard : account,
      ...(ends.length > 0
        ? [`${ends.join('、')}は、ご利用いただけなくなりました。学習の記録は残っています。`]
        : []),
    ],
  };
}

const noticeOf = (order: OrderRow, refund: RefundRow, fact: Fact) => ({
  orderId: order.id,
  kind: `refund_${fact}`,
  on: String(refund.seq),
});

/** Tells one fact about a refund, once. */
export async function refundMail(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  refund: RefundRow,
  fact: Fact,
): Promise<void> {
  const notice = noticeOf(order, refund, fact);
  const made = await tx
    .insert(moneyNotices)
    .values({ ...notice, created: new Date(deps.clock.now()) })
    .onConflictDoNothing()
    .returning({ id: moneyNotices.id });
  if (made.length === 0) return;
  const { email, name } = await addressee(tx, deps, order);
  await queueMail(tx, deps, {
    kind: `order-refund-${fact}`,
    to: email,
    content: {
      ...wordsOf(fact, order, refund),
      ...(name === '' ? {} : { name }),
      action: {
        label: '注文内容を見る',
        url: `${deps.config.appUrl}${paths.historyDetail(String(order.id))}`,
      },
    },
  });
}

/** Tells a fact about a refund that was told before: it is so once more, or the mail was lost. */
export async function refundMailAgain(
  tx: Tx,
  deps: Deps,
  order: OrderRow,
  refund: RefundRow,
  fact: Fact,
): Promise<void> {
  const { orderId, kind, on } = noticeOf(order, refund, fact);
  await tx
    .delete(moneyNotices)
    .where(and(eq(moneyNotices.orderId, orderId), eq(moneyNotices.kind, kind), eq(moneyNotices.on, on)));
  await refundMail(tx, deps, order, refund, fact);
}
