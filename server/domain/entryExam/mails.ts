import { entryDays, entryMinutes } from '#contracts/entryExam.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { StoredSubject } from '../../db/schema/entryExam.ts';
import type { MailOrder } from '../../mail/queue.ts';
import { type Marked, rightOf, weakAreas } from './mark.ts';

/** How long a mailed link can be opened, milliseconds. */
export const linkLifetime = entryDays.link * 86_400_000;

const title = '実力診断テスト';
const address = (appUrl: string, token: string) => `${appUrl}${paths.entryExam()}?token=${token}`;
const linkNote = `ボタンは${entryDays.link}日間有効です。期限が切れたときは、もう一度お申し込みいただくと、新しいボタンが届きます。`;
const strangerNote =
  'お申し込みに心当たりがない場合は、このメールを削除してください。あらためてご連絡することはありません。';
const secretNote = 'ボタンからはテストと結果が見られます。ほかの人に転送しないでください。';

/** Mail with the link to the test. `isBegun`: the person applied again, and the test continues where it was left. */
export function invitationMail(
  appUrl: string,
  to: string,
  { token, names, isBegun }: { token: string; names: string[]; isBegun: boolean },
): MailOrder {
  return {
    kind: 'entry-exam',
    to,
    validFor: linkLifetime,
    content: {
      subject: isBegun ? `${title}の続き` : `${title}のご案内`,
      paragraphs: isBegun
        ? [`受けている途中の${title}があります。下のボタンから続きを受けられます。`]
        : [
            `${title}のお申し込みをありがとうございます。下のボタンから始められます。`,
            `教科: ${names.join('・')}(それぞれ${entryMinutes}分)`,
            '続けて受けても、1教科ずつ別の日に受けてもかまいません。時間は「始める」を押したときから進みます。',
          ],
      action: { label: isBegun ? '続きを受ける' : 'テストのページを開く', url: address(appUrl, token) },
      notes: [linkNote, secretNote, strangerNote],
    },
  };
}

/** A subject with how it went. */
export type MailedSubject = { subject: StoredSubject; marked: Marked[] };

function weakLine(subjects: MailedSubject[]): string[] {
  const names = subjects.flatMap(({ subject, marked }) =>
    weakAreas(subject, marked).map((area) => `${subject.name}の「${area.name}」`),
  );
  return names.length === 0 ? [] : [`見直すとよい分野: ${names.slice(0, 4).join('、')}`];
}

/**
 * Mail with the result: numbers and areas. Single answers stay behind the link (product.md 3.9.15). `isAsked`: somebody
 * applied with the address once more.
 */
export function resultMail(
  appUrl: string,
  to: string,
  { token, subjects, isAsked }: { token: string; subjects: MailedSubject[]; isAsked: boolean },
): MailOrder {
  const lines = subjects.map(
    ({ subject, marked }) => `${subject.name}: ${marked.length}問中${rightOf(marked)}問正解`,
  );
  return {
    kind: 'entry-exam-result',
    to,
    validFor: linkLifetime,
    content: {
      subject: `${title}の結果`,
      paragraphs: [
        isAsked
          ? `このメールアドレスでは、${title}を受け終わっています。結果は次のとおりです。`
          : `${title}おつかれさまでした。結果は次のとおりです。`,
        lines.join('\n'),
        ...weakLine(subjects),
        `1問ずつの正解と解説は、下のボタンから見られます。結果は${entryDays.result}日間保存します。`,
      ],
      action: { label: '結果と解説を見る', url: address(appUrl, token) },
      notes: [linkNote, secretNote, strangerNote],
    },
  };
}
