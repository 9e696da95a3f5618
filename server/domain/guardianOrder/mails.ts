/** Mails to a guardian about an order (money.md 4.11); mails to the learner are among the mails of orders. */
import { asc, eq } from 'drizzle-orm';
import { paths } from '#shared/lib/pages/paths.ts';
import type { Tx } from '../../db/client.ts';
import { type OrderRow, orderItems } from '../../db/schema/order.ts';
import type { Deps } from '../../deps.ts';
import { queueMail } from '../../mail/queue.ts';
import { momentText, yen } from '../money/wording.ts';
import { orderSummary } from '../order/mailFacts.ts';
import type { AskedGuardian } from './guardian.ts';

/** The address of the link: the page for parents, as in the mail of the registration. */
function linkTo(appUrl: string, token: string): string {
  return `${appUrl}${paths.parent()}?order=${token}`;
}

type Letter = {
  order: OrderRow;
  guardian: AskedGuardian;
  learner: string;
  token: string;
  until: Date;
  /** Yen of the limit that has approved the order; `null`: none has. */
  limitYen: number | null;
};

/** The text: a question, or news of an order that their limit has approved, or the link to the payment once more. */
function wordsOf({ order, learner, until, limitYen }: Letter) {
  const end = momentText(until);
  if (order.status === 'awaiting_guardian')
    return {
      subject: '保護者の方へ お申し込みのご確認のお願い',
      lead: `${learner} さんから、オンライン学習サイト「コノマナビ」の講座のお申し込みがありました。お申し込みには、保護者の方の確認が必要です。`,
      rest: '内容をご覧のうえ、同意するかどうかをお知らせください。同意された後に、そのままお支払いへ進めます。同意だけでは、料金はかかりません。',
      label: '内容を確認して回答する',
      notes: [
        `ボタンは${end}まで有効です。それまでにお手続きがないときは、お申し込みは自動で取り消されます。`,
        'このボタンから、お支払いの手続きができます。このメールは、ほかの方に転送しないでください。',
        '心当たりがない場合は、ボタンの先で「同意しない」を選ぶか、このメールを削除してください。',
      ],
    };
  const notes = [
    `ボタンは${end}まで有効です。それまでにお手続きがないときは、お申し込みは自動で取り消されます。`,
    'このボタンから、お支払いの手続きができます。このメールは、ほかの方に転送しないでください。',
  ];
  if (limitYen !== null)
    return {
      subject: '保護者の方へ お申し込みのお知らせ',
      lead: `${learner} さんから、オンライン学習サイト「コノマナビ」の講座のお申し込みがありました。保護者の方が決めた金額(1か月${yen(limitYen)})までのため、確認をお願いせずに受け付けました。`,
      rest: 'お支払いになるまで、料金はかかりません。お支払い、お申し込みの取り消し、金額の変更は、次のページからできます。',
      label: '内容を確認する',
      notes,
    };
  return {
    subject: '保護者の方へ お支払いのご案内',
    lead: `${learner} さんのご注文は、まだお支払いが済んでいません。次のページから、お支払いいただけます。`,
    rest: 'お支払いになるまで、料金はかかりません。',
    label: 'お支払いのページを開く',
    notes,
  };
}

/** Writes to a guardian about an order, with their own link. */
export async function mailGuardian(tx: Tx, deps: Deps, letter: Letter): Promise<void> {
  const { order, guardian, token, until } = letter;
  const items = await tx
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderId, order.id))
    .orderBy(asc(orderItems.place));
  const { subject, lead, rest, label, notes } = wordsOf(letter);
  await queueMail(tx, deps, {
    kind: 'order-guardian-ask',
    to: guardian.email,
    validFor: Math.max(1, until.getTime() - deps.clock.now()),
    content: {
      subject,
      name: guardian.name,
      paragraphs: [lead, orderSummary(order, items), rest],
      action: { label, url: linkTo(deps.config.appUrl, token) },
      notes,
    },
  });
}
