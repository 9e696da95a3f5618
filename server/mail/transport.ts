import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Config } from '../config.ts';
import type { Mail } from './message.ts';

/** Data of a mail besides its text. */
export type Envelope = { messageId: string; kind: string; created: Date };

/** `later`: to be tried again · `refused`: the recipient's server will never accept it. `reason` holds no address. */
export type MailOutcome = { outcome: 'sent' } | { outcome: 'later' | 'refused'; reason: string };

export type MailTransport = { send(mail: Mail, envelope: Envelope): Promise<MailOutcome> };

type SmtpError = Error & { code?: string; responseCode?: number };

/** Error codes about this one mail; everything else (login, connection) is a problem of ours or of the network. */
const aboutTheMail = new Set(['EENVELOPE', 'EMESSAGE']);

function outcomeOf(error: SmtpError): MailOutcome {
  const reason = [error.code, error.responseCode].filter(Boolean).join(' ') || error.name;
  const isFinal = aboutTheMail.has(error.code ?? '') && (error.responseCode ?? 0) >= 500;
  return { outcome: isFinal ? 'refused' : 'later', reason };
}

function messageOf(config: Config, mail: Mail, { messageId, created }: Envelope) {
  return {
    from: config.mailFrom,
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    messageId,
    date: created,
    // Keeps automatic replies, such as holiday notices, from being sent to us (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
    // Text only: nothing is ever read from this machine or fetched from elsewhere.
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Sends over SMTP: `smtps://` encrypted from the start, `smtp://` by STARTTLS where the server offers it. */
function smtpTransport(config: Config, smtpUrl: string): MailTransport {
  const { outwardTimeout } = config;
  const limits = {
    dnsTimeout: outwardTimeout,
    connectionTimeout: outwardTimeout,
    greetingTimeout: outwardTimeout,
    socketTimeout: outwardTimeout,
  };
  const transport = createTransport({ url: smtpUrl, ...limits });
  return {
    async send(mail, envelope) {
      try {
        await transport.sendMail(messageOf(config, mail, envelope));
        return { outcome: 'sent' };
      } catch (error) {
        return outcomeOf(error as SmtpError);
      }
    },
  };
}

/** Characters of a file's name that every system takes. */
const plain = (text: string) => text.replaceAll(/[^\w-]/g, '');

/**
 * Puts mails into a folder instead of sending them: `.eml` as it would be sent, `.txt` and `.html` to read. The file
 * name is derived from the mail, so a second try overwrites the first.
 */
function folderTransport(config: Config): MailTransport {
  const compose = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
  const put = async (name: string, content: string | Buffer) => {
    const file = join(config.mailDir, name);
    await writeFile(`${file}.part`, content, { mode: 0o600 });
    await rename(`${file}.part`, file);
  };
  return {
    async send(mail, envelope) {
      await mkdir(config.mailDir, { recursive: true, mode: 0o700 });
      const { message } = await compose.sendMail(messageOf(config, mail, envelope));
      const when = envelope.created.toISOString().slice(0, 19).replaceAll(/\D/g, '');
      const unique = plain(envelope.messageId).slice(0, 8);
      const name = `${when}-${plain(envelope.kind)}-${unique}`;
      await put(`${name}.html`, mail.html);
      await put(`${name}.txt`, `宛先: ${mail.to}\n件名: ${mail.subject}\n\n${mail.text}`);
      await put(`${name}.eml`, message as Buffer);
      return { outcome: 'sent' };
    },
  };
}

/** SMTP when the operator set it, else readable files in the data folder (architecture.md 6). */
export function mailTransport(config: Config): MailTransport {
  return config.smtpUrl === null ? folderTransport(config) : smtpTransport(config, config.smtpUrl);
}
