import { paths } from '#shared/lib/pages/paths.ts';
import type { GuardianRow, UserRow } from '../../db/schema/accounts.ts';
import type { MailOrder } from '../../mail/queue.ts';

const week = 7 * 86_400_000;

/**
 * Asks a guardian to confirm. The link leads to the parents' page: the specification has no other page for them
 * (specification.md 2).
 */
export function askMail(
  appUrl: string,
  guardian: Pick<GuardianRow, 'email' | 'name'>,
  learner: string,
  token: string,
): MailOrder {
  return {
    kind: 'guardian',
    to: guardian.email,
    validFor: week,
    content: {
      subject: '保護者の方へ 会員登録のご確認のお願い',
      name: guardian.name,
      paragraphs: [
        `${learner} さんが、オンライン学習サイト「コノマナビ」に会員登録し、保護者として${guardian.name}様のお名前を登録しました。`,
        '18歳未満の方が有料の講座や模試を申し込むには、保護者の方の確認が必要です。内容をご覧のうえ、同意するかどうかをお知らせください。',
      ],
      action: { label: '内容を確認して回答する', url: `${appUrl}${paths.parent()}?confirm=${token}` },
      notes: [
        'ボタンは7日間有効です。',
        '心当たりがない場合は、ボタンの先で「同意しない」を選ぶか、このメールを削除してください。',
      ],
    },
  };
}

/** Tells the learner the guardian's answer. */
export function answeredMail(
  appUrl: string,
  learner: Pick<UserRow, 'email' | 'familyName' | 'givenName'>,
  status: 'confirmed' | 'declined',
): MailOrder {
  const isConfirmed = status === 'confirmed';
  return {
    kind: `guardian-${status}`,
    to: learner.email,
    content: {
      subject: isConfirmed ? '保護者の方の確認が完了しました' : '保護者の方の確認ができませんでした',
      name: `${learner.familyName} ${learner.givenName}`.trim(),
      paragraphs: [
        isConfirmed
          ? '保護者の方の確認が完了しました。有料の講座や模試もお申し込みいただけます。'
          : '保護者の方から、同意しないとの回答がありました。無料の教材は、これまでどおりご利用いただけます。',
      ],
      action: { label: 'マイページへ', url: `${appUrl}${paths.mypage()}` },
    },
  };
}
