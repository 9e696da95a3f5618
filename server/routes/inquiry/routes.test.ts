import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../cli/command.ts';
import { dbCommands } from '../../cli/registry.ts';
import { inquiries, inquiryLinks } from '../../db/schema/support.ts';
import { sweep } from '../../sweep.ts';
import { bodyOf, type FailureBody, type PageBody, refusalOf } from '../../testing/answers.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { expectMembersOnly } from '../../testing/everyCaller.ts';
import { guestAnswers } from '../../testing/guestAnswers.ts';
import { linkIn, takeMail, takeMails } from '../../testing/mails.ts';
import type { SignedIn } from '../../testing/users.ts';

type Who = { token?: string; key?: string; headers?: Record<string, string> };
type Contacted = { id: string; number: string; email_masked: string };
type Thread = Contacted & {
  status: string;
  subject: string;
  messages: { from: string; body: string; files: unknown[] }[];
};
type Opened = { id: string; access: string; expires_at: string };

const day = 86_400_000;
const question = {
  category: 'course',
  name: '山田 太郎',
  email: 'taro@example.jp',
  body: '講座の動画が再生できません。\n端末はスマートフォンです。',
};
let app: TestApp;
let user: SignedIn;

beforeEach(async () => {
  app = await createTestApp({ config: { supportMail: 'desk@example.jp' } });
  user = await app.signIn(await app.createUser({ familyName: '佐藤', givenName: '花子' }));
});

const contact = (fields: object = {}, who: Who = {}) =>
  app.call('POST', '/api/support/contact/', { ...who, json: { ...question, ...fields } });
const inquiry = (method: string, path = '', json?: object, who: Who = { token: user.token }) =>
  app.call(method, `/api/support/inquiry/${path}`, { ...who, ...(json ? { json } : {}) });
const guest = (access: string, fields: Who = {}): Who => ({
  ...fields,
  headers: { 'X-Inquiry-Token': access },
});
const open = (token: string) => inquiry('POST', 'open/', { token }, {});

async function desk(...args: string[]): Promise<{ exit: number; text: string }> {
  const lines: string[] = [];
  const context = { deps: app.deps, args, cwd: '/', print: (line: string) => lines.push(line) };
  return { exit: await runCommand(dbCommands, 'inquiry', context), text: lines.join('\n') };
}

/** A guest's inquiry, opened by its mailed link. */
async function guestInquiry(): Promise<Contacted & { token: string; access: string }> {
  const made = await bodyOf<Contacted>(contact());
  const [mail] = await takeMails(app);
  if (!mail) throw new Error('no mail');
  const token = linkIn(mail).searchParams.get('token') ?? '';
  const { access } = await bodyOf<Opened>(open(token));
  return { ...made, token, access };
}

describe('POST /api/support/contact/', () => {
  it('stores a question, confirms it by mail with a link, and tells the desk without its words', async () => {
    const answer = await contact({ standing: 'guardian' });
    expect(answer.status).toBe(201);
    const made = await bodyOf<Contacted>(answer);
    expect((await desk('show', made.number)).text).toContain('学年など: guardian');
    expect(made).toEqual({
      id: expect.any(String),
      number: expect.stringMatching(/^Q[2-9A-Z]{9}$/),
      email_masked: 't*****@example.jp',
    });
    const [mail, told] = await takeMails(app);
    expect(mail).toMatchObject({ kind: 'contact', to: 'taro@example.jp' });
    expect(mail?.text).toContain(made.number);
    expect(mail && linkIn(mail).pathname).toBe(`/inquiry/${made.id}`);
    expect(told).toMatchObject({ kind: 'desk', to: 'desk@example.jp' });
    expect(told?.text).not.toMatch(/動画|taro/);
  });

  it.each([
    [{ body: 'みじかい' }, 'body'],
    [{ body: 'あ'.repeat(2001) }, 'body'],
    [{ category: 'joke' }, 'category'],
    [{ standing: 'teacher' }, 'standing'],
    [{ name: '' }, 'name'],
    [{ email: 'x' }, 'email'],
    [{ files: ['x'] }, 'files.0'],
    [{ files: Array.from({ length: 4 }, () => randomUUID()) }, 'files'],
    [{ files: [randomUUID()] }, 'files'],
  ])('refuses %j', async (fields, field) => {
    const answer = await bodyOf<FailureBody>(contact(fields));
    expect([answer.code, Object.keys(answer.fields ?? {})]).toEqual(['validation', [field]]);
    expect(await app.db.select().from(inquiries)).toEqual([]);
    expect(await takeMails(app)).toEqual([]);
  });

  it('answers a repeated key from store: an app that was offline may send it twice', async () => {
    for (const who of [{ key: randomUUID() }, { key: randomUUID(), token: user.token }]) {
      const first = await contact({}, who);
      const again = await contact({}, who);
      expect(again.headers.get('Idempotent-Replayed')).toBe('true');
      expect(await again.json()).toEqual(await first.json());
      const other = contact({ body: 'ほかの内容のお問い合わせ' }, who);
      expect(await refusalOf(other)).toBe('422 idempotency_mismatch');
    }
    expect(await app.db.select().from(inquiries)).toHaveLength(2);
  });

  it('takes five an hour for one address, and refuses a dead session', async () => {
    for (let turn = 0; turn < 5; turn += 1) expect((await contact()).status).toBe(201);
    expect(await refusalOf(contact())).toBe('429 rate');
    expect((await contact({ email: 'other@example.jp' })).status).toBe(201);
    app.clock.advance((app.deps.config.accessTtl + 1) * 1000);
    expect((await contact()).status).toBe(201);
    expect(await refusalOf(contact({}, { token: user.token }))).toBe('401 unauthorized');
  });
});

describe('a member', () => {
  const ask = (fields: object = {}, who?: Who) =>
    inquiry('POST', '', { category: 'payment', body: '領収書の宛名を変えたいです。', ...fields }, who);

  it('finds a long question by its beginning, cut between letters', async () => {
    const start = `${'あ'.repeat(38)}👨‍👩‍👧`;
    const made = await bodyOf<Thread>(ask({ body: `${start}と続きの文` }));
    expect(made.subject).toBe(`${start}…`);
    expect((await bodyOf<Thread>(ask({ body: `${start}と` }))).subject).toBe(`${start}と`);
  });

  it('asks with the name and address of the account, and finds the thread', async () => {
    const answer = await ask();
    expect(answer.status).toBe(201);
    const made = await bodyOf<Thread>(answer);
    expect(made).toMatchObject({
      status: 'open',
      subject: '領収書の宛名を変えたいです。',
      messages: [{ from: 'user', body: '領収書の宛名を変えたいです。', files: [] }],
    });
    const [mail] = await takeMails(app);
    expect(mail).toMatchObject({ to: user.email });
    expect(mail && linkIn(mail).search).toBe('');
    expect(await bodyOf(inquiry('GET', `${made.id}/`))).toEqual(made);
  });

  it('sees a page of their own, the one that moved last first, and nobody else does', async () => {
    const [first, second] = [await bodyOf<Thread>(ask()), await bodyOf<Thread>(ask())];
    const stranger = await app.signIn();
    app.clock.advance(1000);
    await inquiry('POST', `${first.id}/message/`, { body: '追加です。' });
    const answer = await inquiry('GET', '');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const page = await bodyOf<PageBody<{ id: string }>>(answer);
    expect(page).toMatchObject({ count: 2, current_page: 1, max_page: 1, next: null });
    expect(page.results.map(({ id }) => id)).toEqual([first.id, second.id]);
    const theirs = { token: stranger.token };
    expect(await bodyOf(inquiry('GET', '', undefined, theirs))).toMatchObject({ count: 0 });
    for (const [method, path] of [
      ['GET', ''],
      ['POST', 'message/'],
      ['POST', 'close/'],
      ['POST', 'reopen/'],
    ] as const) {
      const json = path === 'message/' ? { body: 'のぞき見' } : undefined;
      expect(await refusalOf(inquiry(method, `${first.id}/${path}`, json, theirs))).toBe('404 not_found');
    }
  });

  it('replies, closes and opens again; the answers are threads', async () => {
    const { id } = await bodyOf<Thread>(ask());
    const replied = await inquiry('POST', `${id}/message/`, { body: '追加です。' });
    expect(replied.status).toBe(201);
    expect((await bodyOf<Thread>(replied)).messages).toHaveLength(2);
    expect(await bodyOf(inquiry('POST', `${id}/close/`))).toMatchObject({ status: 'closed' });
    expect(await bodyOf(inquiry('POST', `${id}/close/`))).toMatchObject({ status: 'closed' });
    expect(await bodyOf(inquiry('POST', `${id}/message/`, { body: 'まだあります' }))).toMatchObject({
      code: 'closed',
      detail: 'このお問い合わせは終了しています。新しくお問い合わせください。',
    });
    app.clock.advance(10_000);
    expect(await bodyOf(inquiry('POST', `${id}/reopen/`))).toMatchObject({ status: 'open' });
    expect(await refusalOf(inquiry('POST', `${id}/message/`, { body: '' }))).toBe('400 validation');
  });

  it('gets the stored answer for a repeated key', async () => {
    const who = { token: user.token, key: randomUUID() };
    const { id } = await bodyOf<Thread>(ask({}, who));
    expect((await ask({}, who)).headers.get('Idempotent-Replayed')).toBe('true');
    const reply = { token: user.token, key: randomUUID() };
    await inquiry('POST', `${id}/message/`, { body: '一度だけ' }, reply);
    const again = await inquiry('POST', `${id}/message/`, { body: '一度だけ' }, reply);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect((await bodyOf<Thread>(inquiry('GET', `${id}/`))).messages).toHaveLength(2);
  });

  it('has to be signed in for the list and to ask', async () => {
    expect(await refusalOf(inquiry('GET', '', undefined, {}))).toBe('401 unauthorized');
    await expectMembersOnly(app, user, (who) => ask({}, who));
    expect(await refusalOf(inquiry('GET', ''))).toBe('401 unauthorized');
  });
});

describe('a guest', () => {
  it('opens the mailed link once and then reads and writes for a day', async () => {
    const made = await bodyOf<Contacted>(contact());
    const [mail] = await takeMails(app);
    const token = (mail && linkIn(mail).searchParams.get('token')) ?? '';
    const answer = await open(token);
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
    const opened = await bodyOf<Opened>(answer);
    expect(opened).toMatchObject({
      id: made.id,
      expires_at: new Date(app.clock.now() + day).toISOString(),
    });
    const who = guest(opened.access);
    expect(await bodyOf(inquiry('GET', `${made.id}/`, undefined, who))).toMatchObject({
      number: made.number,
    });
    const replied = await inquiry('POST', `${made.id}/message/`, { body: '直りました。' }, who);
    expect(replied.status).toBe(201);
    app.clock.advance(60_001);
    expect(await refusalOf(open(token))).toBe('410 link_expired');
    expect((await inquiry('POST', `${made.id}/close/`, undefined, who)).status).toBe(200);
    app.clock.advance(day);
    expect(await refusalOf(inquiry('GET', `${made.id}/`, undefined, who))).toBe('403 forbidden');
  });

  it('may open it again within a minute, when the answer was lost; then the first right is over', async () => {
    const { id, token, access } = await guestInquiry();
    app.clock.advance(60_000);
    const again = await bodyOf<Opened>(open(token));
    expect((await inquiry('GET', `${id}/`, undefined, guest(again.access))).status).toBe(200);
    expect(await refusalOf(inquiry('GET', `${id}/`, undefined, guest(access)))).toBe('403 forbidden');
  });

  it('is told to open the mail, whether there is such an inquiry or not', async () => {
    const { id, access } = await guestInquiry();
    const other = await bodyOf<Contacted>(contact());
    for (const who of [{}, guest('x'.repeat(43)), guest('x'.repeat(999))]) {
      for (const wanted of [id, randomUUID()]) {
        const answer = await bodyOf<FailureBody>(inquiry('GET', `${wanted}/`, undefined, who));
        expect(answer).toMatchObject({
          code: 'forbidden',
          detail: '確認メールのリンクから開いてください。',
        });
      }
    }
    expect(await refusalOf(inquiry('GET', `${other.id}/`, undefined, guest(access)))).toBe('403 forbidden');
    const write = inquiry('POST', `${id}/message/`, { body: '誰か' }, {});
    expect(await refusalOf(write)).toBe('403 forbidden');
    expect(await refusalOf(inquiry('GET', 'x/', undefined, guest(access)))).toBe('404 not_found');
  });

  it('finds no link after seven days, nor with a token that is none', async () => {
    await contact();
    const [mail] = await takeMails(app);
    app.clock.advance(7 * day);
    const token = (mail && linkIn(mail).searchParams.get('token')) ?? '';
    expect(await refusalOf(open(token))).toBe('410 link_expired');
    expect(await refusalOf(open('x'.repeat(43)))).toBe('410 link_expired');
    expect(await refusalOf(open(''))).toBe('400 validation');
  });

  it('leaves neither link nor right in the database as it is', async () => {
    const { token, access } = await guestInquiry();
    const stored = JSON.stringify([await app.db.select().from(inquiryLinks), await guestAnswers(app)]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(access);
  });
});

describe('POST /api/support/inquiry/link/', () => {
  const ask = (number: string, email: string, who: Who = {}) =>
    inquiry('POST', 'link/', { number, email }, who);

  it('answers the same for every number and address, and mails only who knows both', async () => {
    const { id, number } = await guestInquiry();
    const answers = [
      await ask(` ${number.toLowerCase()} `, 'TARO@example.jp'),
      await ask(number, 'other@example.jp'),
      await ask('Q222222222', 'taro@example.jp'),
    ];
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(new Set(texts).size).toBe(1);
    const mail = await takeMail(app);
    expect(mail).toMatchObject({ kind: 'inquiry-link', to: 'taro@example.jp' });
    const opened = await bodyOf<Opened>(open(linkIn(mail).searchParams.get('token') ?? ''));
    expect(opened.id).toBe(id);
  });

  it('writes five mails a day, answers a repeated key from store, and refuses bad input', async () => {
    const { number } = await guestInquiry();
    const key = randomUUID();
    for (let turn = 0; turn < 3; turn += 1) await ask(number, 'taro@example.jp', { key });
    for (let turn = 1; turn < 5; turn += 1) await ask(number, 'taro@example.jp');
    expect(await refusalOf(ask(number, 'taro@example.jp'))).toBe('429 rate');
    expect((await ask(number, 'taro@example.jp', { key })).headers.get('Idempotent-Replayed')).toBe('true');
    expect(await takeMails(app)).toHaveLength(5);
    expect(await refusalOf(ask(number, 'x'))).toBe('400 validation');
  });
});

describe('the desk', () => {
  it('lists, shows and answers by command; the answer comes by mail with a new link', async () => {
    const { id, number } = await guestInquiry();
    expect((await desk('list')).text).toContain(number);
    const shown = await desk('show', number.toLowerCase());
    expect(shown.text).toContain('端末はスマートフォンです。');
    expect(shown.text).toContain('taro@example.jp');
    expect(shown.text).not.toContain('学年など');
    expect((await desk('reply', number, '--message', '更新すると直ります。')).exit).toBe(0);
    const mail = await takeMail(app);
    expect(mail).toMatchObject({ kind: 'inquiry-answer', to: 'taro@example.jp' });
    expect(mail.text).toContain('> 更新すると直ります。');
    const opened = await bodyOf<Opened>(open(linkIn(mail).searchParams.get('token') ?? ''));
    const thread = await bodyOf<Thread>(inquiry('GET', `${id}/`, undefined, guest(opened.access)));
    expect(thread.status).toBe('answered');
    expect(thread.messages.map(({ from }) => from)).toEqual(['user', 'staff']);
    expect((await desk('list')).text).toBe('0件');
    await inquiry('POST', `${id}/message/`, { body: 'だめでした' }, guest(opened.access));
    expect((await desk('list')).text).toContain(number);
    await desk('close', number);
    expect((await desk('list', '--all')).text).toContain('終了');
  });

  it('is told what is wrong with a command', async () => {
    expect((await desk('show', 'Q000000000')).exit).toBe(2);
    expect((await desk('reply', (await guestInquiry()).number)).exit).toBe(2);
    expect((await desk('dance')).exit).toBe(2);
  });

  it('need not close what nobody replies to: 14 days do, and 30 more it may be opened again', async () => {
    const ask = { category: 'other', body: '使い方をおしえてください。' };
    const { id, number } = await bodyOf<Thread>(inquiry('POST', '', ask));
    await desk('reply', number, '--message', 'こちらをご覧ください。');
    const later = async (days: number) => {
      app.clock.advance(days * day);
      await sweep(app.deps);
      return { token: (await app.signIn(user)).token };
    };
    const status = async (who: Who) =>
      (await bodyOf<Thread>(inquiry('GET', `${id}/`, undefined, who))).status;
    expect(await status(await later(14))).toBe('answered');
    expect(await status(await later(1))).toBe('closed');
    const who = await later(30);
    expect(await bodyOf(inquiry('POST', `${id}/reopen/`, undefined, who))).toMatchObject({ status: 'open' });
    await desk('close', number);
    const late = await later(31);
    expect(await refusalOf(inquiry('POST', `${id}/reopen/`, undefined, late))).toBe('409 closed');
  });
});
