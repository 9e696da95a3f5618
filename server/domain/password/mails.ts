import { paths } from '#shared/lib/pages/paths.ts';
import type { UserRow } from '../../db/schema/accounts.ts';
import type { MailOrder } from '../../mail/queue.ts';

/** How long a link for a new password is valid, milliseconds (product.md 2.2.C `/login/password/reset`). */
export const linkLifetime = 24 * 3_600_000;

/** Mail with the link to the page for a new password. */
export function resetMail(appUrl: string, to: string, uid: string, token: string): MailOrder {
  return {
    kind: 'password-reset',
    to,
    validFor: linkLifetime,
    content: {
      subject: 'パスワードの再設定',
      paragraphs: [
        'パスワード再設定のお申し込みを受け付けました。',
        '下のボタンから、新しいパスワードを設定してください。',
      ],
      action: { label: 'パスワードを再設定する', url: `${appUrl}/login/password/reset/${uid}/${token}` },
      notes: [
        'ボタンは24時間、1回だけ有効です。',
        'お申し込みに心当たりがない場合は、このメールを削除してください。パスワードは変わりません。',
      ],
    },
  };
}

/** Tells the owner, in case somebody else made the change. */
export function changedMail(
  appUrl: string,
  user: Pick<UserRow, 'email' | 'familyName' | 'givenName'>,
): MailOrder {
  return {
    kind: 'password-changed',
    to: user.email,
    content: {
      subject: 'パスワードが変更されました',
      name: `${user.familyName} ${user.givenName}`.trim(),
      paragraphs: ['パスワードが変更されました。ほかの端末では、もう一度ログインが必要です。'],
      action: { label: 'パスワードを再設定する', url: `${appUrl}${paths.password()}` },
      notes: ['変更に心当たりがない場合は、すぐに上のボタンからパスワードを再設定してください。'],
    },
  };
}
