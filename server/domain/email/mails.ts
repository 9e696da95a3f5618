import { paths } from '#shared/lib/pages/paths.ts';
import type { MailOrder } from '../../mail/queue.ts';

/** How long the code is valid, milliseconds, as at a sign-up. */
export const codeLifetime = 30 * 60_000;

/** Sends the code to the new address. */
export function codeMail(to: string, code: string): MailOrder {
  return {
    kind: 'email-change',
    to,
    validFor: codeLifetime,
    content: {
      subject: 'メールアドレス変更の認証コード',
      paragraphs: [
        'メールアドレスの変更を受け付けました。',
        '変更を完了するには、次の認証コードを画面に入力してください。',
      ],
      code,
      notes: [
        '認証コードは30分間有効です。',
        'お申し込みに心当たりがない場合は、このメールを削除してください。認証コードをほかの人に伝えないでください。',
      ],
    },
  };
}

/** The mail for an address that has an account already: only its owner is told so. */
export function takenMail(appUrl: string, to: string): MailOrder {
  return {
    kind: 'email-taken',
    to,
    validFor: codeLifetime,
    content: {
      subject: 'メールアドレスの変更について',
      paragraphs: [
        'ほかの会員の方が、このメールアドレスへの変更を申し込みましたが、すでに登録されているため変更できません。',
      ],
      action: { label: 'ログインへ', url: `${appUrl}${paths.login()}` },
      notes: ['お申し込みに心当たりがない場合は、何もする必要はありません。登録内容は変わっていません。'],
    },
  };
}

/** Tells the old address, in case somebody else made the change. */
export function movedMail(appUrl: string, to: string, newEmailMasked: string): MailOrder {
  return {
    kind: 'email-changed',
    to,
    content: {
      subject: 'メールアドレスが変更されました',
      paragraphs: [
        `登録のメールアドレスが ${newEmailMasked} に変更されました。`,
        '今後のご連絡は、新しいメールアドレスにお送りします。',
      ],
      action: { label: 'お問い合わせ', url: `${appUrl}${paths.contact()}` },
      notes: ['変更に心当たりがない場合は、すぐにお問い合わせください。'],
    },
  };
}
