import { paths } from '#shared/lib/pages/paths.ts';
import type { UserRow } from '../../db/schema/accounts.ts';
import type { MailOrder } from '../../mail/queue.ts';

/** Mail that says good-bye, and what happens to the data. */
export function withdrawnMail(
  appUrl: string,
  user: Pick<UserRow, 'email' | 'familyName' | 'givenName'>,
): MailOrder {
  return {
    kind: 'withdrawn',
    to: user.email,
    content: {
      subject: '退会の手続きが完了しました',
      name: `${user.familyName} ${user.givenName}`.trim(),
      paragraphs: [
        '退会の手続きが完了しました。これまでご利用いただき、ありがとうございました。',
        '学習の記録と登録内容は、30日後に削除されます。',
      ],
      action: { label: 'お問い合わせ', url: `${appUrl}${paths.contact()}` },
      notes: ['退会に心当たりがない場合は、30日以内にお問い合わせください。'],
    },
  };
}
