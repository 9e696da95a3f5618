/** Mails to a guardian about an order (money.md 4.11); those to the learner are among the mails of orders. */
import { asc, eq } from 'drizzle-orm';
import type { Tx } from '../../db/client.ts';
import { type OrderRow, orderItems } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../mail/queue.ts';
import { orderSummary } from '../order/mailTexts.ts';
import { momentText } from '../order/wording.ts';
import type { AskedGuardian } from './guardian.ts';

/** Where the link leads: the page for parents, as the link of the registration does. */
function linkTo(appUrl: string, token: string): string {
  return `${appUrl}/parent?order=${token}`;
}

/** Asks a guardian about an order, or shows them the way to its payment again. */
export async function mailGuardian(
  tx: Tx,
  deps: Deps,
  {
    order,
    guardian,
    learner,
    token,
    until,
  }: { order: OrderRow; guardian: AskedGuardian; learner: string; token: string; until: Date },
): Promise<void> {
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.place));
  const isAsked = order.status === 'awaiting_guardian';
  const end = momentText(until);
  await queueMail(tx, deps, {
    kind: 'order-guardian-ask',
    to: guardian.email,
    validFor: Math.max(1, until.getTime() - deps.clock.now()),
    content: {
      subject: isAsked ? '保護者の方へ お申し込みのご確認のお願い' : '保護者の方へ お支払いのご案内',
      name: guardian.name,
      paragraphs: [
        isAsked
          ? `${learner} さんから、オンライン学習サイト「コノマナビ」の講座のお申し込みがありました。お申し込みには、保護者の方の確認が必要です。`
          : `${learner} さんのご注文は、まだお支払いが済んでいません。次のページから、お支払いいただけます。`,
        orderSummary(order, items),
        isAsked
          ? '内容をご覧のうえ、同意するかどうかをお知らせください。同意された後に、そのままお支払いへ進めます。同意だけでは、料金はかかりません。'
          : 'お支払いになるまで、料金はかかりません。',
      ],
      action: {
        label: isAsked ? '内容を確認して回答する' : 'お支払いのページを開く',
        url: linkTo(deps.config.appUrl, token),
      },
      notes: [
        `ボタンは${end}まで有効です。それまでにお手続きがないときは、お申し込みは自動で取り消されます。`,
        'このボタンから、お支払いの手続きができます。このメールは、ほかの方に転送しないでください。',
        ...(isAsked
          ? ['心当たりがない場合は、ボタンの先で「同意しない」を選ぶか、このメールを削除してください。']
          : []),
      ],
    },
  });
}
