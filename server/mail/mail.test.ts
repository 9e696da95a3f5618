import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mails } from '../db/schema/mail.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { MailServer } from '../testing/mailServer.ts';
import { deliverMails, mailRegularly, sweepMails } from './deliver.ts';
import { type MailOrder, queueMail } from './queue.ts';
import { mailTransport } from './transport.ts';

const minute = 60_000;
const order: MailOrder = {
  kind: 'signup',
  to: 'hanako@example.jp',
  content: {
    subject: '会員登録の確認',
    name: '山田 花子',
    paragraphs: ['会員登録を受け付けました。', 'コードを入力してください。'],
    code: '012345',
    action: { label: '登録を続ける', url: 'https://app.example.jp/signup/verify?uid=1&token=a' },
    notes: ['30分間有効です。'],
  },
};
const settings = { appUrl: 'https://app.example.jp', mailFrom: 'コノマナビ <no-reply@example.jp>' };
let server: MailServer;
let app: TestApp;

beforeEach(async () => {
  server = await MailServer.start();
  app = await start(server.url());
});
afterEach(() => server.stop());

const start = (smtpUrl: string, besides?: TestApp) =>
  createTestApp({
    config: { ...settings, smtpUrl },
    ...(besides ? { besides } : {}),
  });
const queue = (fields: Partial<MailOrder> = {}) =>
  app.db.transaction((tx) => queueMail(tx, app.deps, { ...order, ...fields }));
const rows = () => app.db.select().from(mails).orderBy(mails.id);

describe('a mail over SMTP', () => {
  it('arrives as text and as HTML, in Japanese', async () => {
    await queue();
    await deliverMails(app.deps);
    const [received] = server.received;
    expect(received).toMatchObject({ from: 'no-reply@example.jp', to: ['hanako@example.jp'], user: 'shop' });
    const { mail } = received ?? {};
    expect(mail?.subject).toBe('【コノマナビ】会員登録の確認');
    expect(mail?.from).toEqual({ name: 'コノマナビ', address: 'no-reply@example.jp' });
    for (const body of [mail?.text, mail?.html]) {
      for (const part of ['山田 花子 様', '012345', '登録を続ける', 'uid=1', '30分間有効です。']) {
        expect(body).toContain(part);
      }
    }
    expect(mail?.html).toContain('<html lang="ja">');
    expect(mail?.html).toContain('href="https://app.example.jp/signup/verify?uid=1&amp;token=a"');
    const headers = Object.fromEntries((mail?.headers ?? []).map(({ key, value }) => [key, value]));
    expect(headers['auto-submitted']).toBe('auto-generated');
    expect(Date.parse(mail?.date ?? '')).toBe(app.clock.now());
  });

  it('fetches nothing and follows nobody: no picture, no style or script from anywhere', async () => {
    await queue();
    await deliverMails(app.deps);
    const html = server.received[0]?.mail.html ?? '';
    expect(html).not.toMatch(/<(img|script|link|iframe|object|style)|src=|url\(|@import/i);
    const hosts = [...html.matchAll(/href="([^"]*)"/g)].map((match) => new URL(match[1] ?? '').host);
    expect(new Set(hosts)).toEqual(new Set(['app.example.jp']));
  });

  it('takes what people wrote as words, in the HTML and in the headers', async () => {
    const name = '<b>"山田"</b>';
    const subject = '質問\r\nBcc: victim@example.jp';
    await queue({
      content: { subject, name, paragraphs: ['a < b & c'], quote: '<script>1</script>\n二行目' },
    });
    await deliverMails(app.deps);
    const { mail, to } = server.received[0] ?? {};
    expect(mail?.html).toContain('&lt;b&gt;&quot;山田&quot;&lt;/b&gt; 様');
    expect(mail?.html).not.toContain('<script');
    expect(mail?.text).toContain('> <script>1</script>\n> 二行目');
    expect([to, mail?.bcc ?? []]).toEqual([['hanako@example.jp'], []]);
  });

  it.each([
    'hanako..y@docomo.ne.jp',
    'hanako.@docomo.ne.jp',
    '.hanako@ezweb.ne.jp',
    'ha/na?ko+a@ezweb.ne.jp',
  ])('goes out to %s, as old phones have it: in quotes where it needs them', async (to) => {
    await queue({ to });
    await deliverMails(app.deps);
    const [received] = server.received;
    const local = to.slice(0, to.lastIndexOf('@'));
    const isAtom = /^[^.]+$/.test(local);
    const written = isAtom ? to : `"${local}"${to.slice(local.length)}`;
    expect(received?.to).toEqual([written]);
    expect(received?.mail.to).toEqual([{ name: '', address: written }]);
    expect(await rows()).toMatchObject([{ failed: null, sent: expect.any(Date) }]);
  });

  it('is sent once however many processes look at the same time', async () => {
    const beside = await start(server.url(), app);
    for (let turn = 0; turn < 8; turn += 1) await queue({ to: `a${turn}@example.jp` });
    await Promise.all([app, beside, app, beside].map(({ deps }) => deliverMails(deps)));
    await deliverMails(app.deps);
    const receivers = server.received.flatMap(({ to }) => to).sort();
    expect(receivers).toEqual(Array.from({ length: 8 }, (_, turn) => `a${turn}@example.jp`));
  });

  it('is not there when what wanted it did not happen', async () => {
    const failing = app.db.transaction(async (tx) => {
      await queueMail(tx, app.deps, order);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    await deliverMails(app.deps);
    expect(server.received).toEqual([]);
  });
});

describe('what is stored', () => {
  it('cannot be read in the database, and is gone after the mail went out', async () => {
    await queue();
    const stored = JSON.stringify(await rows());
    expect(stored).not.toMatch(/hanako|012345|token|花子/);
    await deliverMails(app.deps);
    expect(await rows()).toMatchObject([{ sealed: null, failed: null, sent: new Date(app.clock.now()) }]);
    app.clock.advance(31 * 24 * 60 * minute);
    await sweepMails(app.deps);
    expect(await rows()).toEqual([]);
  });

  it('of a decoy is nothing, and nothing is sent', async () => {
    await queue({ isDecoy: true });
    expect(await rows()).toMatchObject([{ sealed: null }]);
    await deliverMails(app.deps);
    expect(server.received).toEqual([]);
  });
});

describe('when something is wrong', () => {
  it('a mail keeps its Message-ID from try to try, so that a doubled one can be told', async () => {
    await queue();
    const [{ messageId } = { messageId: '' }] = await rows();
    const closed = await MailServer.start();
    const nowhere = closed.url();
    await closed.stop();
    await deliverMails((await start(nowhere, app)).deps);
    app.clock.advance(minute);
    await deliverMails(app.deps);
    expect(server.received.map(({ mail }) => mail.messageId)).toEqual([messageId]);
  });

  it('a mail that a dead process took is free again after its lease', async () => {
    await queue();
    await app.db.update(mails).set({ notBefore: new Date(app.clock.now() + 5 * minute), attempts: 1 });
    await deliverMails(app.deps);
    expect(server.received).toEqual([]);
    app.clock.advance(5 * minute);
    await deliverMails(app.deps);
    expect(server.received).toHaveLength(1);
  });

  it.each([
    { at: 'connection', code: 421 },
    { at: 'recipient', code: 450 },
    { at: 'data', code: 451 },
  ] as const)('for the moment ($at $code) it is tried again, later', async (refuses) => {
    await queue();
    server.refuses = refuses;
    await deliverMails(app.deps);
    server.refuses = null;
    await deliverMails(app.deps);
    expect(server.received).toEqual([]);
    app.clock.advance(minute);
    await deliverMails(app.deps);
    expect(server.received).toHaveLength(1);
  });

  it('a recipient who does not exist is not asked for again', async () => {
    await queue();
    server.refuses = { at: 'recipient', code: 550 };
    await deliverMails(app.deps);
    server.refuses = null;
    app.clock.advance(60 * minute);
    await deliverMails(app.deps);
    expect(server.received).toEqual([]);
    expect(await rows()).toMatchObject([{ sealed: null, failed: 'refused', sent: null }]);
  });

  it('with the login or the server, mails wait until it is mended', async () => {
    const closed = await MailServer.start();
    const nowhere = closed.url();
    await closed.stop();
    await queue();
    for (const wrong of [server.url('shop', 'wrong'), nowhere]) {
      await deliverMails((await start(wrong, app)).deps);
      expect(await rows()).toMatchObject([{ failed: null, sent: null }]);
      app.clock.advance(minute);
    }
    await deliverMails(app.deps);
    expect(server.received).toHaveLength(1);
  });

  it('for ever, a mail is given up', async () => {
    await queue();
    server.refuses = { at: 'connection', code: 421 };
    for (let turn = 0; turn < 9; turn += 1) {
      await deliverMails(app.deps);
      app.clock.advance(6 * 60 * minute);
    }
    expect(await rows()).toMatchObject([{ sealed: null, failed: 'failed', attempts: 7 }]);
  });

  it('a mail that has become useless is not sent', async () => {
    await queue({ validFor: 30 * minute });
    app.clock.advance(30 * minute);
    await deliverMails(app.deps);
    await sweepMails(app.deps);
    expect(server.received).toEqual([]);
    expect(await rows()).toMatchObject([{ sealed: null, failed: 'expired' }]);
  });

  it('the log names neither recipient nor words', async () => {
    const lines: unknown[] = [];
    const log = { info: () => undefined, error: (...line: unknown[]) => lines.push(line) };
    await queue();
    server.refuses = { at: 'recipient', code: 550 };
    await deliverMails({ ...app.deps, log });
    expect(lines).toEqual([
      ['mail_failed', { mail: 1, kind: 'signup', reason: 'EENVELOPE 550', attempts: 1 }],
    ]);
  });
});

it('a running server sends by itself, and ends after what is under way', async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<void>();
  server.beforeYes = resolve;
  await queue();
  const stop = mailRegularly(app.deps);
  await arrived;
  await stop();
  expect(server.received).toHaveLength(1);
  expect(await rows()).toMatchObject([{ failed: null, sent: expect.any(Date) }]);
});

describe('without a mail server', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'konomanavi-outbox-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('mails are readable files for the owner only', async () => {
    const mailDir = join(folder, 'outbox');
    const deps = { ...app.deps, mail: mailTransport({ ...app.deps.config, smtpUrl: null, mailDir }) };
    await queue();
    await deliverMails(deps);
    const files = readdirSync(mailDir).sort();
    expect(files.map((file) => file.replace(/-\w{8}\./, '-id.'))).toEqual([
      '20260410030000-signup-id.eml',
      '20260410030000-signup-id.html',
      '20260410030000-signup-id.txt',
    ]);
    const read = (ending: string) =>
      readFileSync(join(mailDir, files.find((file) => file.endsWith(ending)) ?? ''), 'utf8');
    expect(read('.txt')).toMatch(
      /^宛先: hanako@example.jp\n件名: 【コノマナビ】会員登録の確認\n\n山田 花子 様/,
    );
    expect(read('.html')).toContain('012345');
    expect((await PostalMime.parse(read('.eml'))).subject).toBe('【コノマナビ】会員登録の確認');
    expect(statSync(join(mailDir, files[0] ?? '')).mode & 0o777).toBe(0o600);
    expect(statSync(mailDir).mode & 0o777).toBe(0o700);
  });
});
