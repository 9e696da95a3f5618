/** Texts of the mails about a subscription. Pure. */
import type { PayFailure } from '#contracts/shopOrder.ts';
import type { PlanRow, SubscriptionRow } from '../../db/schema/subscription.ts';
import type { MailContent } from '../../mail/message.ts';
import { clockText, dayText, momentText, untilText, yen } from '../money/wording.ts';
import { chargeMoment, dunningFor, nextAmount } from './policy.ts';

/** One mail for each fact (money.md 2). */
export type SubscriptionMailKind =
  | 'started'
  | 'trial_started'
  | 'notice'
  | 'late_charge'
  | 'renewed'
  | 'past_due'
  | 'try_failed'
  | 'suspended'
  | 'ended'
  | 'canceled'
  | 'resumed'
  | 'paused'
  | 'card_changed'
  | 'card_missing'
  | 'price'
  | 'given_back';

export type SubscriptionMailFacts = { subscription: SubscriptionRow; plan: PlanRow };

type Words = Pick<MailContent, 'subject' | 'paragraphs' | 'notes'> & { label: string };

const label = '定期購入を確認する';
const howToStop = '解約は、購入履歴の「定期購入」からいつでもできます。';

const periodNames = { month: '毎月', year: '毎年' } as const;

function planLine({ subscription, plan }: SubscriptionMailFacts): string {
  return `プラン: ${plan.name}(${periodNames[subscription.interval]} ${yen(subscription.price)}・税込)`;
}

/** Whether it ends on its due day, because the member has not agreed to the price of that day (row 89). */
function wantsConsent({ subscription, plan }: SubscriptionMailFacts): boolean {
  const { dueOn } = subscription;
  return dueOn !== null && nextAmount(subscription, plan, dueOn) === null;
}

const consentLabel = '新しい料金を確認する';

/** What happens without consent to the new price. `when`: the day and time, with the word that follows it. */
function consentLine({ plan }: SubscriptionMailFacts, when: string): string {
  return `新しい料金(${yen(plan.price)}・税込)への同意がないときは、${when}に契約を終了し、料金は請求しません。続けてご利用いただくには、同意をお願いします。`;
}

/** When the next charge is, and how much; or when it ends, and why. */
function nextLine(facts: SubscriptionMailFacts): string {
  const { subscription, plan } = facts;
  const { dueOn, id } = subscription;
  if (dueOn === null) return '';
  const at = new Date(chargeMoment(dueOn, id));
  const when = `${dayText(at)} ${clockText(at)}ごろ`;
  const amount = nextAmount(subscription, plan, dueOn);
  return amount === null ? consentLine(facts, when) : `次回のお支払い: ${when} ${yen(amount)}(税込)`;
}

const failureWords: Partial<Record<PayFailure, string>> = {
  limit: 'カードのご利用可能額を超えていました。',
  not_accepted: 'このカードではお支払いいただけませんでした。',
  input: 'カードの番号または有効期限を確認できませんでした。',
};

function refusalLines({ subscription }: SubscriptionMailFacts): string[] {
  const { dueOn, id, failure, needsCard } = subscription;
  const why = failureWords[failure ?? 'unknown'] ?? 'カードでのお支払いを確認できませんでした。';
  if (dueOn === null) return [why];
  const { suspendedAt, endedAt } = dunningFor(dueOn, id);
  return [
    `${why}料金は発生していません。`,
    needsCard
      ? '同じカードでは、あらためてお支払いいただけません。お手数ですが、別のカードを登録してください。登録すると、すぐにお支払いをお試しします。'
      : '数日おきに、あらためてお支払いをお試しします。カードを変更すると、すぐにお試しします。',
    `いまは今までどおりご利用いただけます。${dayText(new Date(suspendedAt))}までにお支払いを確認できないと視聴を停止し、${dayText(new Date(endedAt))}に契約を終了します。`,
  ];
}

function endText({ currentUntil, endedAt }: SubscriptionRow): string {
  const at = currentUntil !== null && (endedAt === null || currentUntil > endedAt) ? currentUntil : endedAt;
  return at === null ? '' : untilText(at);
}

const texts: Record<SubscriptionMailKind, (facts: SubscriptionMailFacts) => Words> = {
  started: (facts) => ({
    subject: '定期購入が始まりました',
    paragraphs: [
      'お申し込みありがとうございます。お支払いを確認しました。今すぐ学習を始められます。',
      `${planLine(facts)}\n${nextLine(facts)}`,
    ],
    notes: ['解約するまで、自動で更新されます。', howToStop],
    label,
  }),
  trial_started: (facts) => ({
    subject: '無料期間が始まりました',
    paragraphs: [
      `${facts.subscription.trialEndAt ? untilText(facts.subscription.trialEndAt) : ''}まで、無料でご利用いただけます。`,
      `${planLine(facts)}\n${nextLine(facts)}`,
    ],
    notes: [
      '無料期間中に解約すると、料金はかかりません。解約しても、無料期間の終わりまで使えます。',
      howToStop,
    ],
    label,
  }),
  notice: (facts) =>
    wantsConsent(facts)
      ? {
          subject: '定期購入が終了する日のお知らせ',
          paragraphs: [
            '新しい料金への同意がまだないため、定期購入が終了する日が近づいています。',
            `${planLine(facts)}\n${nextLine(facts)}`,
          ],
          label: consentLabel,
        }
      : {
          subject: '次回のお支払いのお知らせ',
          paragraphs: ['定期購入のお支払い日が近づいています。', `${planLine(facts)}\n${nextLine(facts)}`],
          notes: ['お支払い日の前に解約すると、次回の料金はかかりません。', howToStop],
          label,
        },
  late_charge: (facts) => {
    const { nextActionAt } = facts.subscription;
    const when = nextActionAt ? `${momentText(nextActionAt)}以降` : '';
    const sorry =
      '当サービスの都合で、予定の日にお支払いの手続きができませんでした。ご迷惑をおかけして申し訳ありません。';
    if (wantsConsent(facts))
      return {
        subject: '定期購入が終了する日のお知らせ',
        paragraphs: [sorry, `${planLine(facts)}\n${consentLine(facts, when)}`],
        label: consentLabel,
      };
    return {
      subject: 'お支払い日の変更のお知らせ',
      paragraphs: [sorry, `${planLine(facts)}\n${when}に、1回分だけお支払いの手続きをします。`],
      notes: ['それまでに解約すると、料金はかかりません。', howToStop],
      label,
    };
  },
  renewed: (facts) => ({
    subject: '定期購入を更新しました',
    paragraphs: [
      'お支払いを確認しました。引き続きご利用いただけます。',
      `${planLine(facts)}\n${nextLine(facts)}`,
    ],
    notes: ['領収書は、購入履歴から表示できます。', howToStop],
    label,
  }),
  past_due: (facts) => ({
    subject: '定期購入のお支払いを確認できませんでした',
    paragraphs: [...refusalLines(facts), planLine(facts)],
    label: 'カードを変更する',
  }),
  try_failed: (facts) => ({
    subject: '定期購入のお支払いを、まだ確認できていません',
    paragraphs: [...refusalLines(facts), planLine(facts)],
    label: 'カードを変更する',
  }),
  suspended: (facts) => ({
    subject: '定期購入の視聴を停止しました',
    paragraphs: [
      'お支払いを確認できないため、視聴を停止しました。学習の記録は、これからも見られます。',
      'お支払いいただくと、その日から新しい期間が始まり、すぐに見られるようになります。止まっていた間の料金はかかりません。',
      planLine(facts),
    ],
    label: 'お支払いを再開する',
  }),
  ended: (facts) => ({
    subject: '定期購入が終了しました',
    paragraphs: [
      'ご利用ありがとうございました。次の定期購入が終了しました。今後、料金はかかりません。',
      planLine(facts),
    ],
    notes: ['学習の記録は、これからも見られます。'],
    label,
  }),
  canceled: (facts) => ({
    subject: '解約を受け付けました',
    paragraphs: [
      `解約しました。${endText(facts.subscription)}までご利用いただけます。今後、料金はかかりません。`,
      planLine(facts),
    ],
    notes: ['終わりの日までは、購入履歴から解約を取り消せます。学習の記録は、これからも見られます。'],
    label,
  }),
  resumed: (facts) => ({
    subject: '定期購入を続けます',
    paragraphs: [
      wantsConsent(facts) ? '解約またはお休みを取り消しました。' : '定期購入は、これまでどおり続きます。',
      `${planLine(facts)}\n${nextLine(facts)}`,
    ],
    notes: [howToStop],
    label,
  }),
  paused: (facts) => {
    const { pausedFrom, pausedUntil } = facts.subscription;
    return {
      subject: 'お休みを受け付けました',
      paragraphs: [
        pausedFrom && pausedUntil
          ? `${momentText(pausedFrom)}から${untilText(pausedUntil)}までお休みします。この間は視聴できず、料金もかかりません。`
          : '定期購入をお休みします。',
        `${planLine(facts)}\n${nextLine(facts)}`,
      ],
      notes: [
        'お休みが始まる前なら取り消せます。始まった後は、早めに再開できます(その日からの料金がかかります)。',
      ],
      label,
    };
  },
  card_changed: (facts) => ({
    subject: '定期購入のカードを変更しました',
    paragraphs: ['次回から、新しいカードでお支払いいただきます。', `${planLine(facts)}\n${nextLine(facts)}`],
    notes: ['お心当たりがない場合は、パスワードを変更のうえ、お問い合わせください。'],
    label,
  }),
  card_missing: (facts) => ({
    subject: '次回のお支払いに使うカードをご登録ください',
    paragraphs: [
      'お支払いは完了しています。ただし、次回のお支払いに使うカードを保存できませんでした。お手数ですが、カードを登録してください。',
      `${planLine(facts)}\n${nextLine(facts)}`,
    ],
    label: 'カードを登録する',
  }),
  price: (facts) => {
    const { newPrice, newPriceAt } = facts.subscription;
    const from = newPriceAt ? dayText(new Date(newPriceAt.getTime() + 30 * 86_400_000)) : '';
    return {
      subject: '料金変更のお知らせと、ご確認のお願い',
      paragraphs: [
        `${from}以降のお支払いから、料金が${yen(facts.subscription.price)}から${yen(newPrice ?? facts.plan.price)}(税込)に変わります。`,
        '続けてご利用いただくには、新しい料金への同意が必要です。同意がないときは、新しい料金を請求せず、それまでの期間の終わりに契約を終了します。',
        planLine(facts),
      ],
      label: consentLabel,
    };
  },
  given_back: (facts) => ({
    subject: 'お支払いを返金します',
    paragraphs: [
      '解約と同時に行われたお支払いを、全額返金します。お手続きは必要ありません。明細への反映には日数がかかることがあります。',
      planLine(facts),
    ],
    label,
  }),
};

/** The text of one mail, without the greeting and the link of its button. */
export function subscriptionMailText(kind: SubscriptionMailKind, facts: SubscriptionMailFacts): Words {
  return texts[kind](facts);
}
