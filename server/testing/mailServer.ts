import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/** A mail as the server took it. */
export type ReceivedMail = { from: string; to: string[]; user: string | null; raw: string; mail: Email };

type Refusal = { at: 'connection' | 'recipient' | 'data'; code: number } | null;

function refusal(code: number): Error {
  return Object.assign(new Error('refused by the test'), { responseCode: code });
}

/**
 * Accepts anything in quotes, as mail servers do (RFC 5321 4.1.2): the library's own check refuses two dots in quotes,
 * too. Its types do not know the option yet.
 */
const quotedParts = { lenientAddressParsing: true };

/** A real SMTP server on this machine, with the login `shop` / `geheim`. A real mail parser reads the mails. */
export class MailServer {
  readonly received: ReceivedMail[] = [];
  /** What it does from now on instead of accepting mails. */
  refuses: Refusal = null;
  /** Runs when a mail has been received and before the server accepts it. */
  beforeYes: () => Promise<void> | void = () => undefined;
  #server: SMTPServer;

  constructor() {
    this.#server = new SMTPServer({
      ...quotedParts,
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onAuth: ({ username, password }, _session, done) =>
        done(username === 'shop' && password === 'geheim' ? null : refusal(535), { user: username }),
      onConnect: (_session, done) => done(this.#refusalAt('connection')),
      onRcptTo: (_address, _session, done) => done(this.#refusalAt('recipient')),
      onData: (stream, session, done) => {
        const parts: Buffer[] = [];
        stream.on('data', (part: Buffer) => parts.push(part));
        stream.on('end', () => {
          this.#take(Buffer.concat(parts), session).then(
            () => done(this.#refusalAt('data')),
            (error: Error) => done(error),
          );
        });
      },
    });
    this.#server.on('error', () => undefined);
  }

  static async start(): Promise<MailServer> {
    const server = new MailServer();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  /** Value of SMTP_URL for this server. */
  url(user = 'shop', password = 'geheim'): string {
    const { port } = this.#server.server.address() as AddressInfo;
    return `smtp://${user}:${password}@127.0.0.1:${port}`;
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #refusalAt(place: NonNullable<Refusal>['at']): Error | null {
    return this.refuses?.at === place ? refusal(this.refuses.code) : null;
  }

  async #take(raw: Buffer, session: { user?: unknown; envelope: Session['envelope'] }): Promise<void> {
    await this.beforeYes();
    if (this.#refusalAt('data')) return;
    const { mailFrom, rcptTo } = session.envelope;
    this.received.push({
      from: mailFrom === false ? '' : mailFrom.address,
      to: rcptTo.map(({ address }) => address),
      user: typeof session.user === 'string' ? session.user : null,
      raw: raw.toString('utf8'),
      mail: await PostalMime.parse(raw),
    });
  }
}

type Session = { envelope: { mailFrom: { address: string } | false; rcptTo: { address: string }[] } };
