import { paths } from '#shared/lib/pages/paths.ts';
import type { MailOrder } from '../../mail/queue.ts';

/** How long a code and its link are valid, milliseconds (product.md 2.2 /signup/verify). */
export const codeLifetime = 30 * 60_000;

type Secrets = { id: string; code: string; token: string };

/** Mail with the code, and with a link to the page that enters it. */
export function verifyMail(appUrl: string, to: string, { id, code, token }: Secrets): MailOrder {
  return {
    kind: 'signup',
    to,
    validFor: codeLifetime,
    content: {
      subject: '会員登録の認証コード',
      paragraphs: [
        '会員登録のお申し込みをありがとうございます。',
        '登録を続けるには、次の認証コードを画面に入力するか、下のボタンを押してください。',
      ],
      code,
      action: { label: '登録を続ける', url: `${appUrl}${paths.signupVerify()}?uid=${id}&token=${token}` },
      notes: [
        '認証コードとボタンは30分間有効です。',
        '登録を始めたのとは別の端末やブラウザーでボタンを押したときは、その画面でパスワードを決めていただきます。',
        'お申し込みに心当たりがない場合は、ボタンを押さずにこのメールを削除してください。登録は行われません。',
        '認証コードをほかの人に伝えないでください。当社からおたずねすることもありません。',
      ],
    },
  };
}

/** The mail for an address that has an account already: only its owner is told so. */
export function knownMail(appUrl: string, to: string): MailOrder {
  return {
    kind: 'signup-known',
    to,
    validFor: codeLifetime,
    content: {
      subject: '会員登録について',
      paragraphs: [
        'このメールアドレスで会員登録のお申し込みがありましたが、すでに登録されています。',
        'ログインしてご利用ください。パスワードが分からないときは、ログイン画面から再設定できます。',
      ],
      action: { label: 'ログインへ', url: `${appUrl}${paths.login()}` },
      notes: [
        '退会された方は、退会から30日が過ぎると、同じメールアドレスで登録できます。',
        'お申し込みに心当たりがない場合は、何もする必要はありません。登録内容は変わっていません。',
      ],
    },
  };
}
