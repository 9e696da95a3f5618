import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inquiries, supportFiles } from '../../db/schema/support.ts';
import { fileQuota } from '../../domain/file/quota.ts';
import { sweep } from '../../sweep.ts';
import { bodyOf, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { linkIn, takeMails } from '../../testing/mails.ts';
import { type SignedIn, testPassword } from '../../testing/users.ts';

type Who = { token?: string; key?: string; headers?: Record<string, string> };
type Sent = { id: string; name: string; type: string; size: number; url: string };

const day = 86_400_000;
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n');
let folder: string;
let app: TestApp;
let user: SignedIn;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'konomanavi-files-'));
  app = await createTestApp({ config: { filesDir: join(folder, 'files') } });
  user = await app.signIn();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function send(content: Buffer | null = png, name = '画面.png', who: Who = { token: user.token }) {
  const form = new FormData();
  if (content) form.set('file', new File([new Uint8Array(content)], name, { type: 'image/png' }));
  return app.call('POST', '/api/support/file/', { ...who, form });
}
const sent = async (who?: Who, content = png) => bodyOf<Sent>(send(content, '画面.png', who));
const get = (id: string, who: Who = { token: user.token }) =>
  app.call('GET', `/api/support/file/${id}/`, who);
const ask = (files: string[], who: Who = { token: user.token }) =>
  app.call('POST', '/api/support/inquiry/', {
    ...who,
    json: { category: 'technical', body: '画面がこのようになります。', files },
  });
const stored = () =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());

describe('POST /api/support/file/', () => {
  it.each([
    ['a byte order mark', '\uFEFF'],
    ['empty lines', '\r\n\n'],
    ['the head of an upload', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n'],
    ['as much as readers allow', '\n'.repeat(1019)],
  ])('takes a PDF behind %s', async (_name, before) => {
    const answer = await send(Buffer.concat([Buffer.from(before), pdf]), 'a.pdf');
    expect(await bodyOf<Sent>(answer)).toMatchObject({ type: 'application/pdf' });
  });

  it('takes no PDF that begins later, and nothing for its name', async () => {
    for (const before of ['\n'.repeat(1020), 'PK\x03\x04'])
      expect(await refusalOf(send(Buffer.concat([Buffer.from(before, 'latin1'), pdf]), 'a.pdf'))).toBe(
        '415 file_type',
      );
  });

  it('takes a picture or a PDF, by what is in it, and keeps it for the server alone', async () => {
    const answer = await send();
    expect(answer.status).toBe(201);
    const file = await bodyOf<Sent>(answer);
    expect(file).toEqual({
      id: expect.any(String),
      name: '画面.png',
      type: 'image/png',
      size: png.length,
      url: expect.stringMatching(new RegExp(`^/api/support/file/${file.id}/\\?e=\\d+&s=[\\w-]{32}$`)),
    });
    expect(await bodyOf(send(pdf, 'a.png'))).toMatchObject({ type: 'application/pdf' });
    const [entry] = stored();
    expect(statSync(join(entry?.parentPath ?? '', entry?.name ?? '')).mode & 0o777).toBe(0o600);
  });

  it.each([
    ['a page', Buffer.from('<html><script>alert(1)</script></html>'), '415 file_type'],
    ['a drawing with scripts', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), '415 file_type'],
    ['a program', Buffer.from('MZ\x90\0\x03\0\0\0'), '415 file_type'],
    ['nothing', Buffer.alloc(0), '400 validation'],
    ['no file at all', null, '400 validation'],
    ['more than 5 MB', Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024 - png.length + 1)]), '413 too_large'],
    ['much more than 5 MB', Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]), '413 too_large'],
  ])('refuses %s', async (_what, content, refusal) => {
    expect(await refusalOf(send(content))).toBe(refusal);
    expect(stored()).toEqual([]);
  });

  it('takes exactly 5 MB', async () => {
    const content = Buffer.concat([png, Buffer.alloc(5 * 1024 * 1024 - png.length)]);
    expect((await send(content)).status).toBe(201);
  });

  it('refuses what is no form', async () => {
    const raw = (type: string) =>
      app.call('POST', '/api/support/file/', { raw: 'x', headers: { 'Content-Type': type } });
    for (const type of ['application/json', 'multipart/form-data', 'multipart/form-data; boundary=x'])
      expect(await refusalOf(raw(type))).toBe('400 validation');
  });

  it('makes a harmless name of any', async () => {
    expect(await bodyOf(send(png, '../../etc/pass\u202ewd\n.png'))).toMatchObject({
      name: '.._.._etc_pass_wd_.png',
    });
  });

  it('shortens a long name between letters, and changes none of them', async () => {
    const kept = `邉\u{e0101}${'\ufa19'.repeat(95)}.png`;
    expect(await bodyOf(send(png, `前${kept}`))).toMatchObject({ name: kept });
  });

  it('answers a repeated key from store, though a form has another boundary each time', async () => {
    for (const who of [{ key: randomUUID() }, { key: randomUUID(), token: user.token }]) {
      const first = await sent(who);
      const again = await send(png, '画面.png', who);
      expect(again.headers.get('Idempotent-Replayed')).toBe('true');
      expect(await again.json()).toEqual(first);
      expect(await refusalOf(send(pdf, '画面.png', who))).toBe('422 idempotency_mismatch');
    }
    expect(stored()).toHaveLength(2);
  });

  it('is open to guests, sixty times an hour, and not to a dead session', async () => {
    for (let turn = 0; turn < 60; turn += 1) expect((await send(png, 'a.png', {})).status).toBe(201);
    expect(await refusalOf(send(png, 'a.png', {}))).toBe('429 rate');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(send())).toBe('401 unauthorized');
  });
});

describe('the room for files', () => {
  const mib = 1024 * 1024;
  const large = Buffer.concat([png, Buffer.alloc(5 * mib - png.length)]);
  /** Behind one proxy, which gives the caller's address. */
  const from = (ip: string): Who => ({ headers: { 'X-Forwarded-For': ip } });
  const statusOf = async (who: Who) => (await send(large, 'a.png', who)).status;

  beforeEach(async () => {
    const config = { filesDir: join(folder, 'files'), trustedProxies: 1 };
    app = await createTestApp({ config });
    user = await app.signIn();
  });

  it('is 100 MB a day for a network, told politely, and nothing of a refused file stays', async () => {
    for (let turn = 0; turn < 20; turn += 1) expect(await statusOf(from(`2001:db8:1:2::${turn}`))).toBe(201);
    const refused = await send(png, 'a.png', from('2001:db8:1:2:9:9:9:9'));
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      code: 'rate',
      detail: expect.stringContaining('ファイルを付けずに送信することもできます。'),
    });
    expect(refused.headers.get('Retry-After')).toBe(String(86_400));
    expect(stored()).toHaveLength(20);
    expect(await statusOf(from('2001:db8:1:3::1'))).toBe(201);
    expect(await statusOf({ token: user.token })).toBe(201);
    app.clock.advance(day + 1);
    expect(await statusOf(from('2001:db8:1:2::1'))).toBe(201);
  });

  it('is the same for a member', async () => {
    for (let turn = 0; turn < 20; turn += 1) expect(await statusOf({ token: user.token })).toBe(201);
    expect(await refusalOf(send(png, 'a.png', { token: user.token }))).toBe('429 rate');
  });

  it('is 1 GB for all guests together, until their inquiries come or a day is over', async () => {
    const waiting = { userId: null, name: 'a', type: 'image/png', created: new Date(app.clock.now()) };
    const row = { ...waiting, id: randomUUID(), size: fileQuota.waiting - png.length };
    await app.db.insert(supportFiles).values(row);
    const file = await sent(from('192.0.2.1'));
    expect(await refusalOf(send(png, 'b.png', from('192.0.2.2')))).toBe('429 rate');
    expect((await send(png, 'b.png')).status).toBe(201);
    await ask([file.id]);
    expect((await send(png, 'b.png', from('192.0.2.2'))).status).toBe(201);
    expect(await refusalOf(send(png, 'b.png', from('192.0.2.2')))).toBe('429 rate');
    app.clock.advance(day + 1);
    await sweep(app.deps);
    expect((await send(png, 'b.png', from('192.0.2.2'))).status).toBe(201);
  });
});

describe('a file in an inquiry', () => {
  it('is seen by who may see the inquiry, to be saved and never run', async () => {
    const file = await sent();
    const thread = await bodyOf<{ messages: { files: Sent[] }[] }>(ask([file.id]));
    expect(thread.messages[0]?.files).toEqual([file]);
    const answer = await get(file.id);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': "attachment; filename*=UTF-8''%E7%94%BB%E9%9D%A2.png",
      'content-security-policy': "default-src 'none'; sandbox; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
    const stranger = await app.signIn();
    expect(await refusalOf(get(file.id, { token: stranger.token }))).toBe('404 not_found');
    expect(await refusalOf(get(file.id, {}))).toBe('404 not_found');
    expect(await refusalOf(get(randomUUID()))).toBe('404 not_found');
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect(await refusalOf(get(file.id))).toBe('401 unauthorized');
  });

  it('opens by the address in the thread, without a token, for an hour or two', async () => {
    const file = await sent();
    const other = await sent();
    await ask([file.id]);
    const plain = (address: string) => app.call('GET', address);
    expect(Buffer.from(await (await plain(file.url)).arrayBuffer()).equals(png)).toBe(true);
    const forged = file.url.replace(file.id, other.id);
    expect(await refusalOf(plain(forged))).toBe('404 not_found');
    expect(await refusalOf(plain(file.url.replace(/s=.*/, 's=x')))).toBe('404 not_found');
    app.clock.advance(2 * 60 * 60_000);
    expect(await refusalOf(plain(file.url))).toBe('404 not_found');
  });

  it('can be used once, and not by another member', async () => {
    const file = await sent();
    const stranger = await app.signIn();
    expect(await refusalOf(ask([file.id], { token: stranger.token }))).toBe('400 validation');
    expect((await ask([file.id, file.id])).status).toBe(201);
    expect(await refusalOf(ask([file.id]))).toBe('400 validation');
  });

  it('of a guest is for the guest with the mailed link', async () => {
    const file = await sent({});
    const made = await app.call('POST', '/api/support/contact/', {
      json: {
        category: 'other',
        name: '山田',
        email: 'taro@example.jp',
        body: '画面がこのようになります。',
        files: [file.id],
      },
    });
    expect(made.status).toBe(201);
    const [mail] = await takeMails(app);
    const token = mail && linkIn(mail).searchParams.get('token');
    const opened = app.call('POST', '/api/support/inquiry/open/', { json: { token } });
    const { access } = await bodyOf<{ access: string }>(opened);
    expect((await get(file.id, { headers: { 'X-Inquiry-Token': access } })).status).toBe(200);
    expect(await refusalOf(get(file.id, {}))).toBe('404 not_found');
    expect(await refusalOf(get(file.id))).toBe('404 not_found');
  });
});

describe('files are forgotten', () => {
  it('after a day when nobody used them', async () => {
    const [used, unused] = [await sent(), await sent({})];
    await ask([used.id]);
    app.clock.advance(day + 1);
    await sweep(app.deps);
    const left = await app.db.select({ id: supportFiles.id }).from(supportFiles);
    expect(left).toEqual([{ id: used.id }]);
    expect(stored().map(({ name }) => name)).toEqual([used.id]);
    expect(unused.id).not.toBe(used.id);
  });

  it('with the account they belong to', async () => {
    await ask([(await sent()).id]);
    const guests = await sent({});
    await ask([guests.id]);
    await app.call('POST', '/accounts/withdraw/', { token: user.token, json: { password: testPassword } });
    app.clock.advance(30 * day + 1);
    await sweep(app.deps);
    expect(stored()).toEqual([]);
    expect(await app.db.select().from(supportFiles)).toEqual([]);
  });

  it("three years after a guest's inquiry was closed", async () => {
    const file = await sent({});
    const json = {
      category: 'other',
      name: '山田',
      email: 'taro@example.jp',
      body: '画面がこのようになります。',
    };
    await app.call('POST', '/api/support/contact/', { json: { ...json, files: [file.id] } });
    const closed = new Date(app.clock.now());
    await app.db.update(inquiries).set({ status: 'closed', closed });
    app.clock.advance(3 * 365 * day - 1);
    await sweep(app.deps);
    expect(stored().map(({ name }) => name)).toEqual([file.id]);
    app.clock.advance(2);
    await sweep(app.deps);
    expect(stored()).toEqual([]);
    expect(await app.db.select().from(inquiries)).toEqual([]);
  });

  it('on the disk, when no row knows them: a write that was undone, a removal that was cut off', async () => {
    const put = (name: string, hours: number) => {
      const path = join(folder, 'files', name.slice(0, 2), name);
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, png);
      const time = app.clock.now() / 1000 - hours * 3600;
      utimesSync(path, time, time);
    };
    const known = await sent();
    put(known.id, 7);
    const [lost, half, fresh] = [randomUUID(), `${randomUUID()}.part`, randomUUID()];
    for (const name of [lost, half]) put(name, 7);
    put(fresh, 5);
    put('readme', 7);
    await sweep(app.deps);
    const left = stored().map(({ name }) => name);
    expect(left.sort()).toEqual([known.id, fresh, 'readme'].sort());
    expect((await get(known.id)).status).toBe(200);
  });
});
