import { expect } from '@playwright/test';
import { MailServer } from '#server/testing/mailServer.ts';

/** A mail as its reader sees it. */
export type ReadMail = {
  subject: string;
  text: string;
  /** Six digits; empty: there are none. */
  code: string;
  /** Path and query behind its button. */
  link: string;
};

/** Everybody's mail: a real SMTP server, to which the app's server sends. */
export class Mailbox {
  readonly #server: MailServer;
  readonly #seen = new Set<unknown>();

  constructor(server: MailServer) {
    this.#server = server;
  }

  static async open(): Promise<Mailbox> {
    return new Mailbox(await MailServer.start());
  }

  /** Setting SMTP_URL that leads here. */
  get url(): string {
    return this.#server.url();
  }

  /** The next mail to an address, waiting until it has come; each is handed out once. */
  async next(address: string): Promise<ReadMail> {
    const find = () =>
      this.#server.received.find((received) => received.to.includes(address) && !this.#seen.has(received));
    await expect.poll(() => find() !== undefined, { message: `a mail to ${address}` }).toBe(true);
    const received = find();
    this.#seen.add(received);
    const { subject = '', text = '' } = received?.mail ?? {};
    const button = /^▼ .*\r?\n(\S+)/m.exec(text)?.[1] ?? 'http://none/';
    const { pathname, search } = new URL(button);
    return { subject, text, code: /認証コード: (\d{6})/.exec(text)?.[1] ?? '', link: pathname + search };
  }

  close(): Promise<void> {
    return this.#server.stop();
  }
}
