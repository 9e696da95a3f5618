import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { notifyAddress, startGateway } from '../startGateway.ts';
import { startNotices } from '../startNotices.ts';
import { type TestGateway, testGateway } from '../testing/testGateway.ts';
import { createFaults, seededRandom } from './faults.ts';
import { cardThat, isCardNumber, testCards } from './testCards.ts';

/** The scripted gateway alone: tokens, pages, books and faults (money.md 3.2). */

let test: TestGateway;
const folders: string[] = [];

beforeEach(async () => {
  test = await testGateway();
});
afterEach(async () => {
  await test.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const newFolder = () => {
  const folder = mkdtempSync(join(tmpdir(), 'konomanavi-gateway-'));
  folders.push(folder);
  return folder;
};
const at = (path: string) => `${test.scripted.apiBase}${path}`;
const get = async (path: string) => {
  const answer = await fetch(at(path), { redirect: 'manual' });
  return { status: answer.status, text: await answer.text(), headers: answer.headers };
};
const press = async (path: string, fields: Record<string, string>) => {
  const answer = await fetch(at(path), {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  return { status: answer.status, text: await answer.text(), to: answer.headers.get('Location') };
};

const buyer = { name: '山田 <花子>', kana: 'ヤマダ ハナコ', phone: '09012345678' };
const returnUrl = 'https://app.example.jp/api/payment/gmo/return/ref/';

async function challenged(orderId: string): Promise<string> {
  const access = await test.enter(orderId, 'card', 4980);
  const answer = await test.gateway.execCard({
    gatewayOrderId: orderId,
    access,
    card: { token: test.scripted.token('challenge') },
    method: 'card',
    returnUrl,
    buyer: {},
    keepsCard: false,
  });
  if (answer.kind !== 'ok' || answer.outcome !== 'redirect') throw new Error('no challenge');
  const { pathname, search } = new URL(answer.url);
  return pathname + search;
}

type TokenResult = { resultCode: string | string[]; tokenObject?: { token: string | string[] } };

/** Loads the script as a frame does, and asks for a token. */
async function tokenOf(card: Record<string, unknown>, shopId = 'tshop00000001'): Promise<TokenResult> {
  const script = await get('/token.js');
  const window: Record<string, unknown> = {};
  const sandbox = { window, URL, fetch, document: { currentScript: { src: at('/token.js') } } };
  runInNewContext(script.text, sandbox);
  const shop = window.Multipayment as {
    init(id: string): void;
    getToken(card: object, callback: unknown): void;
  };
  return new Promise((resolve) => {
    shop.init(shopId);
    // By its global name, as the published interface has it.
    window.gotToken = resolve;
    shop.getToken(card, 'gotToken');
  });
}

const goodCard = {
  cardno: cardThat('challenge'),
  expire: '3912',
  securitycode: '123',
  holdername: 'HANAKO YAMADA',
};

describe('the token script', () => {
  it('gives a token that pays, and may be loaded from anywhere', async () => {
    const { headers } = await get('/token.js');
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    const { resultCode, tokenObject } = await tokenOf({ ...goodCard, cardno: cardThat('frictionless') });
    expect(resultCode).toBe('000');
    const access = await test.enter('K-01', 'card', 4980);
    const answer = await test.gateway.execCard({
      gatewayOrderId: 'K-01',
      access,
      card: { token: tokenObject?.token as string },
      method: 'card',
      returnUrl,
      buyer: {},
      keepsCard: false,
    });
    expect(answer).toMatchObject({ kind: 'ok', outcome: 'done' });
  });

  it.each([
    [{ cardno: '' }, '100'],
    [{ cardno: '4111-1111' }, '101'],
    [{ cardno: '411111111' }, '102'],
    [{ expire: '' }, '110'],
    [{ expire: '12/30' }, '111'],
    [{ expire: '12345' }, '112'],
    [{ expire: '3013' }, '113'],
    [{ securitycode: '12a' }, '121'],
    [{ securitycode: '12345' }, '122'],
    [{ holdername: '花子' }, '131'],
    [{ holdername: 'A'.repeat(51) }, '132'],
    [{ tokennumber: 'x' }, '141'],
    [{ tokennumber: 11 }, '142'],
  ])('says what is wrong with %j: %s', async (wrong, code) => {
    expect(await tokenOf({ ...goodCard, ...wrong })).toEqual({ resultCode: code });
  });

  it('says all that is wrong at once, and knows one shop', async () => {
    expect(await tokenOf({ cardno: 'x', expire: '1' })).toEqual({ resultCode: ['101', '112'] });
    expect(await tokenOf(goodCard, 'tshop2')).toEqual({ resultCode: '551' });
  });

  it('gives several tokens when they are asked for', async () => {
    const { tokenObject } = await tokenOf({ ...goodCard, tokennumber: 2 });
    expect(new Set(tokenObject?.token).size).toBe(2);
  });
});

it('names test cards that are card numbers, each once', () => {
  expect(testCards.every(({ number }) => isCardNumber(number))).toBe(true);
  expect(new Set(testCards.map(({ number }) => number)).size).toBe(testCards.length);
});

describe('the pages for a person', () => {
  it('say first that no money moves, and show cards and trades', async () => {
    await challenged('K-01');
    const { text, headers } = await get('/');
    expect(text).toContain('テスト決済 — 実際のお金は動きません');
    for (const { number } of testCards) expect(text).toContain(number);
    expect(text).toContain('K-01');
    expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'");
  });

  it('lead through the challenge back to the shop; a second press changes nothing', async () => {
    const page = await challenged('K-01');
    expect((await get(page)).text).toContain('data-testid="tds-pass"');
    const passed = await press(page, { act: 'pass' });
    expect(passed.status).toBe(303);
    expect(passed.to).toMatch(/^https:\/\/app\.example\.jp\/api\/payment\/gmo\/return\/ref\/\?AccessID=/);
    expect(test.scripted.trade('K-01')?.status).toBe('AUTHENTICATED');
    expect((await press(page, { act: 'fail' })).to).toBe(passed.to);
    expect(test.scripted.trade('K-01')?.status).toBe('AUTHENTICATED');
    expect((await get(page)).text).toContain('この本人認証は終わっています');
  });

  it('let a person close the challenge, or prove themselves and not come back', async () => {
    const closed = await challenged('K-01');
    expect((await press(closed, { act: 'close' })).text).toContain('本人認証を閉じました');
    expect(test.scripted.trade('K-01')?.challenge?.state).toBe('open');
    const stayed = await challenged('K-02');
    expect((await press(stayed, { act: 'stay' })).to).toBeNull();
    expect(test.scripted.trade('K-02')?.status).toBe('AUTHENTICATED');
    test.scripted.faults([{ fault: 'challenge_closed', order: 'K-03' }]);
    const never = await challenged('K-03');
    expect((await press(never, { act: 'pass' })).to).toBeNull();
    expect(test.scripted.trade('K-03')?.challenge?.state).toBe('open');
  });

  it('know no challenge without its key', async () => {
    const page = await challenged('K-01');
    expect((await get(page.replace(/t=.*/, 't=guessed'))).status).toBe(404);
    expect((await press(page.replace(/t=.*/, 't=guessed'), { act: 'pass' })).status).toBe(404);
    expect(test.scripted.trade('K-01')?.status).toBe('AUTHPROCESS');
  });

  it('take a slip at the till, once; a second press only reports again', async () => {
    const access = await test.enter('C-01', 'cvs', 4980);
    const slip = { gatewayOrderId: 'C-01', access, store: '00007' as const, buyer, termDays: 5 };
    await test.gateway.issueCvs(slip);
    const number = test.scripted.trade('C-01')?.cvs?.receiptNo ?? '';
    const look = await get(`/till?number=${number}`);
    expect(look.text).toContain('4,980円');
    expect(look.text).toContain('山田 &lt;花子&gt;');
    expect((await press('/till', { number: '000' })).status).toBe(404);
    expect((await press('/till', { number: ` ${number} ` })).text).toContain('4,980円を受け取りました');
    expect((await press('/till', { number })).text).toContain('もう一度報告しました');
    expect(test.scripted.held('C-01')).toBe(4980);
    expect(test.scripted.waiting()).toBe(3);
  });

  it('report a payment at once, also while one that was not taken waits an hour for its next try', async () => {
    await test.stop();
    test = await testGateway({ isAutomatic: true });
    const heard: string[] = [];
    test.scripted.notifyTo(async (body) => {
      heard.push(String(new URLSearchParams(body).get('OrderID')));
      return heard.length === 1 ? '1' : '0';
    });
    const issue = async (gatewayOrderId: string) => {
      const access = await test.enter(gatewayOrderId, 'cvs', 4980);
      await test.gateway.issueCvs({ gatewayOrderId, access, store: '00007', buyer, termDays: 5 });
    };
    await issue('C-02');
    await vi.waitUntil(() => heard.length === 1 && test.scripted.waiting() === 1, { timeout: 10_000 });
    await issue('C-03');
    await vi.waitUntil(() => heard.length === 2, { timeout: 10_000 });
    expect(heard).toEqual(['C-02', 'C-03']);
  });

  it('take money on an account, in any amount', async () => {
    const access = await test.enter('B-01', 'bank', 15_397);
    await test.gateway.issueBank({ gatewayOrderId: 'B-01', access, amount: 15_397, buyer, termDays: 7 });
    const account = test.scripted.trade('B-01')?.bank?.number ?? '';
    expect((await press('/bank', { account, amount: '0' })).text).toContain('1円以上');
    expect((await press('/bank', { account, amount: '10,000円' })).text).toContain(
      '10,000円を振り込みました',
    );
    await press('/bank', { account, amount: '5397', name: 'ﾔﾏﾀﾞ', on: '2026-04-11' });
    expect(test.scripted.trade('B-01')).toMatchObject({ status: 'PAYSUCCESS' });
    expect(test.scripted.trade('B-01')?.bank?.transfers[1]).toMatchObject({ on: '20260411', name: 'ﾔﾏﾀﾞ' });
    expect((await press('/bank', { account: '1', amount: '1' })).status).toBe(404);
  });
});

describe('its books', () => {
  it('outlive it, also when the last line was cut off', async () => {
    const file = join(newFolder(), 'deep', 'books.jsonl');
    await test.stop();
    test = await testGateway({ file });
    const token = test.scripted.token('frictionless');
    const access = await test.enter('K-01', 'card', 4980);
    await test.gateway.createMember('m-1');
    const exec = {
      gatewayOrderId: 'K-01',
      access,
      card: { token },
      method: 'card' as const,
      returnUrl,
      buyer: {},
      keepsCard: false,
    };
    await test.gateway.execCard(exec);
    await test.gateway.keepCardOf({ gatewayOrderId: 'K-01', memberId: 'm-1' });
    await test.stop();
    appendFileSync(file, '{"table":"trade","row":{"orderId":"K-02","st');
    test = await testGateway({ file });
    expect(test.scripted.books()).toMatchObject({ sums: { total: 4980 }, trades: [{ orderId: 'K-01' }] });
    await test.enter('K-03', 'card', 1);
    expect(await test.gateway.execCard({ ...exec, gatewayOrderId: 'K-01' })).toMatchObject({
      kind: 'unknown',
      codes: ['E11010001'],
    });
    await test.stop();
    test = await testGateway({ file });
    expect(await test.gateway.listCards('m-1')).toMatchObject({ cards: [{ seq: '0', last4: '4444' }] });
    expect(test.scripted.books().trades.map(({ orderId }) => orderId)).toEqual(['K-01', 'K-03']);
  });

  it('never hold the number of a card', async () => {
    const file = join(newFolder(), 'books.jsonl');
    await test.stop();
    test = await testGateway({ file });
    await tokenOf(goodCard);
    await challenged('K-01');
    expect(readFileSync(file, 'utf8')).toContain('"last4":"1111"');
    expect(readFileSync(file, 'utf8')).not.toContain(goodCard.cardno);
  });
});

describe('its script of faults', () => {
  const post = (path: string, body: string) => fetch(at(path), { method: 'POST', body });

  it('is set over HTTP, for the nth call, for one order', async () => {
    const rules = [{ fault: 'error:42G020000', on: 'ExecTran', nth: 2, order: 'K-' }];
    expect(await (await post('/faults', JSON.stringify(rules))).text()).toBe('0');
    const outcomes = [];
    for (const orderId of ['A-01', 'K-01', 'K-02', 'K-03']) {
      const access = await test.enter(orderId, 'card', 4980);
      const answer = await test.gateway.execCard({
        gatewayOrderId: orderId,
        access,
        card: { token: test.scripted.token('frictionless') },
        method: 'card',
        returnUrl,
        buyer: {},
        keepsCard: false,
      });
      outcomes.push(answer.kind);
    }
    expect(outcomes).toEqual(['ok', 'ok', 'refused', 'ok']);
  });

  it('names a fault that there is not', async () => {
    const answer = await post('/faults', '[{"fault":"drop_everything"}]');
    expect([answer.status, await answer.text()]).toEqual([400, 'There is no fault "drop_everything".']);
    expect((await post('/faults', 'not json')).status).toBe(400);
  });

  it('moves the clock', async () => {
    const before = test.scripted.token('frictionless');
    await post('/clock', String(31 * 60_000));
    const access = await test.enter('K-01', 'card', 4980);
    const exec = {
      gatewayOrderId: 'K-01',
      access,
      method: 'card' as const,
      returnUrl,
      buyer: {},
      keepsCard: false,
    };
    const late = await test.gateway.execCard({ ...exec, card: { token: before } });
    expect(late).toMatchObject({ kind: 'refused', codes: ['EX1000303'] });
    test.scripted.faults([{ fault: 'clock:86400000', on: 'ExecTran' }]);
    await test.gateway.execCard({ ...exec, card: { token: test.scripted.token('frictionless') } });
    expect(await (await fetch(at('/books'))).json()).toMatchObject({
      sums: { total: 0 },
      trades: [{ orderId: 'K-01', status: 'UNPROCESSED', held: 0 }],
    });
  });

  it('plays the same by the same seed', () => {
    const play = (seed: number) => {
      const faults = createFaults({ seed, rate: 0.5 });
      return Array.from({ length: 40 }, () => faults.ofCall('ExecTran', 'K').map(({ name }) => name)).flat();
    };
    expect(play(7)).toEqual(play(7));
    expect(play(7)).not.toEqual(play(8));
    expect(play(7).length).toBeGreaterThan(5);
    expect(play(7).length).toBeLessThan(35);
    expect(seededRandom(1)()).toBeLessThan(1);
  });

  it('is closed to strangers, as are the books', async () => {
    await test.stop();
    test = await testGateway({ isOpen: false });
    const closed = await Promise.all([post('/faults', '[]'), post('/clock', '1'), fetch(at('/books'))]);
    expect(closed.map(({ status }) => status)).toEqual([404, 404, 404]);
  });
});

describe('beside the server', () => {
  const configOf = (env: Record<string, string>) => readConfig({ DATA_DIR: newFolder(), PORT: '0', ...env });

  it('is not started in production without the demo, nor where one already runs', async () => {
    expect(await startGateway(configOf({ NODE_ENV: 'production' }))).toBeNull();
    expect(
      await startGateway(configOf({ GATEWAY_START: '0', GATEWAY_URL: 'http://localhost:9' })),
    ).toBeNull();
  });

  it('takes another port when its usual one is taken, but not when it was asked for', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    try {
      const usual = await startGateway(configOf({ PORT: String(port - 10) }));
      expect(usual?.port).not.toBe(port);
      await usual?.stop();
      await expect(startGateway(configOf({ GATEWAY_PORT: String(port) }))).rejects.toThrow('GATEWAY_PORT');
    } finally {
      other.close();
    }
  });

  it('is told where the server is, and an operator where its counter is', async () => {
    expect(notifyAddress({ host: '0.0.0.0' }, 4173)).toBe('http://127.0.0.1:4173/api/payment/gmo/notify/');
    const config = configOf({});
    const notices = startNotices(config, test.gateway.capabilities);
    expect(notices[0]).toContain(`${test.scripted.url}/`);
    // Whoever tries the app finds the code of their sign-up.
    expect(notices[1]).toContain(config.mailDir);
  });
});
