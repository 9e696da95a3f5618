import { html } from 'hono/html';

/** The content of a mail, without layout. Everything is plain text; the HTML is made from it. */
export type MailContent = {
  subject: string;
  /** Who is greeted; empty: nobody. */
  name?: string;
  paragraphs: string[];
  /** A code to type in, shown large. */
  code?: string;
  /** A quotation, for example of an answer of the support desk. */
  quote?: string;
  /** The link to continue with, in this app. */
  action?: { label: string; url: string };
  notes?: string[];
};

/** A mail as it is sent. */
export type Mail = { to: string; subject: string; text: string; html: string };

const brand = 'コノマナビ';
const rule = '――――――――――――――――――――';
const footer = `このメールは${brand}の送信専用アドレスからお送りしています。`;

function textOf(content: MailContent, appUrl: string): string {
  const blocks = [
    ...(content.name ? [`${content.name} 様`] : []),
    ...content.paragraphs,
    ...(content.code ? [`認証コード: ${content.code}`] : []),
    ...(content.quote ? [content.quote.replaceAll(/^/gm, '> ')] : []),
    ...(content.action ? [`▼ ${content.action.label}\n${content.action.url}`] : []),
    ...(content.notes?.length ? [content.notes.map((note) => `・${note}`).join('\n')] : []),
    `${rule}\n${footer}\n${brand} ${appUrl}`,
  ];
  return `${blocks.join('\n\n')}\n`;
}

const style = {
  body: 'margin:0;padding:24px 12px;background:#f4f5f7;color:#22262b;line-height:1.7;font-size:16px;font-family:"Hiragino Sans","Noto Sans JP",Meiryo,sans-serif',
  box: 'max-width:560px;margin:0 auto;padding:24px;background:#ffffff;border-radius:8px',
  brand: 'margin:0 0 16px;font-weight:bold;color:#c8102e',
  paragraph: 'margin:0 0 16px;white-space:pre-line',
  code: 'margin:0 0 16px;font-size:32px;font-weight:bold;letter-spacing:8px;text-align:center',
  quote: 'margin:0 0 16px;padding:8px 16px;border-left:4px solid #c9ced6;white-space:pre-line',
  button:
    'display:inline-block;padding:12px 24px;background:#c8102e;color:#ffffff;border-radius:8px;text-decoration:none;font-weight:bold',
  address: 'margin:0 0 16px;font-size:13px;word-break:break-all;color:#5b6470',
  small: 'margin:0 0 8px;font-size:13px;color:#5b6470',
};

/** Inline styles, and nothing is loaded from anywhere: no pictures, no tracking. The template escapes every value. */
async function htmlOf(content: MailContent, appUrl: string): Promise<string> {
  const { name, action } = content;
  const parts = [
    name ? html`<p style="${style.paragraph}">${name} 様</p>` : '',
    ...content.paragraphs.map((line) => html`<p style="${style.paragraph}">${line}</p>`),
    content.code ? html`<p style="${style.code}">${content.code}</p>` : '',
    content.quote ? html`<blockquote style="${style.quote}">${content.quote}</blockquote>` : '',
    action
      ? html`<p style="${style.paragraph}"><a href="${action.url}" style="${style.button}">${action.label}</a></p>
<p style="${style.address}">ボタンを押せないときは、次のアドレスを開いてください。<br>${action.url}</p>`
      : '',
    ...(content.notes ?? []).map((note) => html`<p style="${style.small}">・${note}</p>`),
  ];
  const page = await html`<!doctype html>
<html lang="ja">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${content.subject}</title></head>
<body style="${style.body}">
<div style="${style.box}">
<p style="${style.brand}">${brand}</p>
${parts}
<hr style="border:0;border-top:1px solid #dfe3e8;margin:24px 0 16px">
<p style="${style.small}">${footer}</p>
<p style="${style.small}">${brand} <a href="${appUrl}" style="color:#5b6470">${appUrl}</a></p>
</div>
</body>
</html>
`;
  return String(page);
}

/** Builds a mail: Japanese text, and the same as HTML. */
export async function buildMail(to: string, content: MailContent, appUrl: string): Promise<Mail> {
  const subject = `【${brand}】${content.subject}`;
  return { to, subject, text: textOf(content, appUrl), html: await htmlOf(content, appUrl) };
}
