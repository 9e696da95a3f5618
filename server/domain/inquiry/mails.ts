import { paths } from '#shared/lib/pages/paths.ts';
import type { InquiryRow } from '../../db/schema/support.ts';
import type { MailOrder } from '../../mail/queue.ts';

/** How long a mailed link can be opened, milliseconds. */
export const linkLifetime = 7 * 86_400_000;

type Asked = Pick<InquiryRow, 'id' | 'number' | 'name' | 'email'>;

function action(appUrl: string, inquiry: Asked, token: string | null) {
  const query = token === null ? '' : `?token=${token}`;
  return { label: 'お問い合わせの内容を見る', url: `${appUrl}${paths.inquiryDetail(inquiry.id)}${query}` };
}

const linkNote = (token: string | null) =>
  token === null
    ? []
    : ['ボタンは7日間、1回だけ有効です。期限が切れたときは、受付番号から新しいボタンを受け取れます。'];

/** Says that a question has come in, and its number. */
export function receivedMail(appUrl: string, inquiry: Asked, token: string | null): MailOrder {
  return {
    kind: 'contact',
    to: inquiry.email,
    validFor: linkLifetime,
    content: {
      subject: `お問い合わせを受け付けました(受付番号 ${inquiry.number})`,
      name: inquiry.name,
      paragraphs: [
        'お問い合わせをありがとうございます。次の番号で受け付けました。',
        `受付番号: ${inquiry.number}`,
        '2営業日以内を目安に、メールでお返事します。',
      ],
      action: action(appUrl, inquiry, token),
      notes: [...linkNote(token), 'お問い合わせに心当たりがない場合は、このメールを削除してください。'],
    },
  };
}

/** Brings the desk's answer. */
export function answeredMail(appUrl: string, inquiry: Asked, token: string | null, body: string): MailOrder {
  return {
    kind: 'inquiry-answer',
    to: inquiry.email,
    validFor: linkLifetime,
    content: {
      subject: `お問い合わせへの回答(受付番号 ${inquiry.number})`,
      name: inquiry.name,
      paragraphs: ['お問い合わせに回答しました。'],
      quote: body,
      action: action(appUrl, inquiry, token),
      notes: [...linkNote(token), 'ご返信は、上のボタンから開いた画面でお願いします。'],
    },
  };
}

/** The link once more. */
export function linkMail(appUrl: string, inquiry: Asked, token: string): MailOrder {
  return {
    kind: 'inquiry-link',
    to: inquiry.email,
    validFor: linkLifetime,
    content: {
      subject: `お問い合わせの確認(受付番号 ${inquiry.number})`,
      name: inquiry.name,
      paragraphs: ['お問い合わせの内容は、下のボタンから確認できます。'],
      action: action(appUrl, inquiry, token),
      notes: linkNote(token),
    },
  };
}

/** Tells the desk. What was written stays in the database. */
export function deskMail(desk: string, inquiry: Asked, isNew: boolean): MailOrder {
  return {
    kind: 'desk',
    to: desk,
    content: {
      subject: `${isNew ? '新しいお問い合わせ' : 'お問い合わせへの返信'}(${inquiry.number})`,
      paragraphs: [
        '次のコマンドで、内容の確認と回答ができます。',
        `npm run db -- inquiry show ${inquiry.number}`,
      ],
    },
  };
}
