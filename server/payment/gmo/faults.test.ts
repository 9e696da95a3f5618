import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../../log.ts';
import { type TestGateway, testGateway } from '../../testing/testGateway.ts';
import { scriptedGateway } from '../open.ts';
import type { Access, Answer, PaymentGateway } from '../port.ts';

/** How the client handles a gateway that answers badly, or not at all (money.md 7, rows 45, 52 to 57). */

let test: TestGateway;
beforeAll(async () => {
  test = await testGateway();
});
afterAll(() => test.stop());
afterEach(() => test.scripted.faults([]));

let count = 0;
const newId = () => {
  count += 1;
  return `K270412-FAULTS-${count}`;
};

const buyer = { name: '山田 花子', kana: 'ヤマダ ハナコ', phone: '09012345678' };
type Ask = (gateway: PaymentGateway) => Promise<Answer<object>>;
/** A command that is ready to be sent, and the OrderID it concerns. */
type Ready = { orderId: string; ask: Ask };

async function captured(): Promise<{ orderId: string; access: Access }> {
  const orderId = newId();
  const access = await test.enter(orderId, 'card', 4980, false);
  const card = { token: test.scripted.token('frictionless') };
  await test.gateway.execCard({
    gatewayOrderId: orderId,
    access,
    card,
    method: 'card',
    returnUrl: null,
    buyer: {},
    keepsCard: false,
  });
  return { orderId, access };
}

async function slip(method: 'cvs' | 'bank', isIssued: boolean) {
  const orderId = newId();
  const trade = { gatewayOrderId: orderId, access: await test.enter(orderId, method, 4980) };
  const cvs = { ...trade, store: '00007' as const, buyer, termDays: 5 };
  const bank = { ...trade, amount: 4980, buyer, termDays: 7 };
  if (isIssued) await (method === 'cvs' ? test.gateway.issueCvs(cvs) : test.gateway.issueBank(bank));
  return { orderId, trade, cvs, bank };
}

async function memberWithCard() {
  const memberId = `m${newId()}`;
  await test.gateway.createMember(memberId);
  const { orderId } = await captured();
  await test.gateway.keepCardOf({ gatewayOrderId: orderId, memberId });
  return memberId;
}

/** Every command of the port, by the call it makes. */
const commands: Record<string, () => Promise<Ready>> = {
  EntryTran: async () => {
    const orderId = newId();
    return {
      orderId,
      ask: (gateway) =>
        gateway.entry({ gatewayOrderId: orderId, method: 'card', amount: 1, authentication: '3ds' }),
    };
  },
  EntryTranCvs: async () => {
    const orderId = newId();
    return {
      orderId,
      ask: (gateway) =>
        gateway.entry({ gatewayOrderId: orderId, method: 'cvs', amount: 500, authentication: 'none' }),
    };
  },
  EntryTranGANB: async () => {
    const orderId = newId();
    return {
      orderId,
      ask: (gateway) =>
        gateway.entry({ gatewayOrderId: orderId, method: 'bank', amount: 500, authentication: 'none' }),
    };
  },
  ExecTran: async () => {
    const orderId = newId();
    const access = await test.enter(orderId, 'card', 4980);
    const card = { token: test.scripted.token('frictionless') };
    return {
      orderId,
      ask: (gateway) =>
        gateway.execCard({
          gatewayOrderId: orderId,
          access,
          card,
          method: 'card',
          returnUrl: 'https://app.example.jp/return/',
          buyer: {},
          keepsCard: false,
        }),
    };
  },
  SecureTran2: async () => {
    const orderId = newId();
    const access = await test.enter(orderId, 'card', 4980);
    await test.gateway.execCard({
      gatewayOrderId: orderId,
      access,
      card: { token: test.scripted.token('challenge') },
      method: 'card',
      returnUrl: 'https://app.example.jp/return/',
      buyer: {},
      keepsCard: false,
    });
    test.scripted.challenge(orderId);
    return { orderId, ask: (gateway) => gateway.finishCard({ gatewayOrderId: orderId, access }) };
  },
  ExecTranCvs: async () => {
    const { orderId, cvs } = await slip('cvs', false);
    return { orderId, ask: (gateway) => gateway.issueCvs(cvs) };
  },
  ExecTranGANB: async () => {
    const { orderId, bank } = await slip('bank', false);
    return { orderId, ask: (gateway) => gateway.issueBank(bank) };
  },
  CvsCancel: async () => {
    const { orderId, trade } = await slip('cvs', true);
    return { orderId, ask: (gateway) => gateway.cancelSlip({ ...trade, method: 'cvs' }) };
  },
  CancelTranGANB: async () => {
    const { orderId, trade } = await slip('bank', true);
    return { orderId, ask: (gateway) => gateway.cancelSlip({ ...trade, method: 'bank' }) };
  },
  ChangeTran: async () => {
    const { orderId, access } = await captured();
    return {
      orderId,
      ask: (gateway) => gateway.lowerAmount({ gatewayOrderId: orderId, access, amount: 1000 }),
    };
  },
  AlterTran: async () => {
    const { orderId, access } = await captured();
    const at = (test.scripted.trade(orderId)?.processedAt ?? 0) as number;
    const time = new Date(at);
    return {
      orderId,
      ask: (gateway) =>
        gateway.cancelAll({ gatewayOrderId: orderId, access, amount: 4980, capturedAt: time, at: time }),
    };
  },
  SearchTrade: async () => {
    const { orderId } = await captured();
    return { orderId, ask: (gateway) => gateway.search({ gatewayOrderId: orderId, method: 'card' }) };
  },
  SearchTradeMulti: async () => {
    const { orderId } = await slip('bank', true);
    return { orderId, ask: (gateway) => gateway.search({ gatewayOrderId: orderId, method: 'bank' }) };
  },
  InquiryTransferGANB: async () => {
    const { orderId, trade } = await slip('bank', true);
    test.scripted.deposit(orderId, { amount: 100 });
    return { orderId, ask: (gateway) => gateway.transfers(trade) };
  },
  SaveMember: async () => {
    const memberId = `m${newId()}`;
    return { orderId: '', ask: (gateway) => gateway.createMember(memberId) };
  },
  TradedCard: async () => {
    const memberId = `m${newId()}`;
    await test.gateway.createMember(memberId);
    const { orderId } = await captured();
    return { orderId, ask: (gateway) => gateway.keepCardOf({ gatewayOrderId: orderId, memberId }) };
  },
  SearchCard: async () => {
    const memberId = await memberWithCard();
    return { orderId: '', ask: (gateway) => gateway.listCards(memberId) };
  },
  DeleteCard: async () => {
    const memberId = await memberWithCard();
    return { orderId: '', ask: (gateway) => gateway.deleteCard({ memberId, cardSeq: '0' }) };
  },
};

const spoilt = ['drop_before', 'drop_after', '5xx', '5xx:before', 'html', 'empty', 'truncate', 'bad_bytes'];
/**
 * A list of deposits without any is an empty body, too, and cannot be told from a broken answer. It names who paid;
 * nothing is booked by it.
 */
const mayBeEmpty = 'InquiryTransferGANB';

describe.each(Object.keys(commands))('row 52: %s', (call) => {
  const prepare = commands[call] as () => Promise<Ready>;
  const broken = spoilt.filter((fault) => fault !== 'empty' || call !== mayBeEmpty);

  it('answers when nothing goes wrong', async () => {
    const { ask } = await prepare();
    expect(await ask(test.gateway)).toMatchObject({ kind: 'ok' });
  });

  it.each(broken)('%s leaves it unknown, and it is sent once', async (fault) => {
    const { ask } = await prepare();
    test.scripted.faults([{ fault, on: call }]);
    const before = test.scripted.asked(call);
    expect(await ask(test.gateway)).toMatchObject({ kind: 'unknown', codes: [] });
    expect(test.scripted.asked(call) - before).toBe(1);
  });

  it('rows 53 to 55: the flow limit may be tried again, a state that is open is unknown', async () => {
    const { ask } = await prepare();
    test.scripted.faults([{ fault: 'error:E92000001', on: call, times: 1 }]);
    expect(await ask(test.gateway)).toMatchObject({ kind: 'not_started', repeat: true, alarm: false });
    for (const code of ['E91099999', 'E90010001', 'E82010001', '42C030000']) {
      test.scripted.faults([{ fault: `error:${code}`, on: call, times: 1 }]);
      expect(await ask(test.gateway)).toMatchObject({ kind: 'unknown', why: 'gateway', codes: [code] });
    }
    test.scripted.faults([]);
    expect(await ask(test.gateway)).toMatchObject({ kind: 'ok' });
  });
});

it('row 52: an answer that comes too late is unknown, for every command', async () => {
  const hasty = scriptedGateway(test.scripted, { info() {}, error() {} }, { totalTimeout: 1_500 });
  const ready = await Promise.all(Object.values(commands).map((prepare) => prepare()));
  test.scripted.faults([{ fault: 'delay:4000' }]);
  const answers = await Promise.all(ready.map(({ ask }) => ask(hasty)));
  for (const answer of answers) expect(answer).toMatchObject({ kind: 'unknown', why: 'timeout' });
});

it('an effect that was not answered is there, one that never began is not', async () => {
  const lost = await (commands.SecureTran2 as () => Promise<Ready>)();
  test.scripted.faults([{ fault: 'drop_after', on: 'SecureTran2' }]);
  await lost.ask(test.gateway);
  expect(test.scripted.held(lost.orderId)).toBe(4980);
  const never = await (commands.SecureTran2 as () => Promise<Ready>)();
  test.scripted.faults([{ fault: 'drop_before', on: 'SecureTran2' }]);
  await never.ask(test.gateway);
  expect(test.scripted.held(never.orderId)).toBe(0);
});

describe('a gateway that is not the scripted one', () => {
  const servers: Server[] = [];
  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.close();
      server.closeAllConnections();
    }
  });

  async function serve(answer: RequestListener): Promise<string> {
    const server = createServer(answer);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const exec = (gateway: PaymentGateway) =>
    gateway.execCard({
      gatewayOrderId: 'K1-01',
      access: { id: '0'.repeat(32), pass: '1'.repeat(32) },
      card: { token: 'secret+token' },
      method: 'card',
      returnUrl: 'https://app.example.jp/return/',
      buyer: { email: 'hanako@example.com', phone: '090-1234-5678' },
      keepsCard: true,
    });

  const lines: string[] = [];
  const log: Log = {
    info: (event, fields) => lines.push(JSON.stringify([event, fields])),
    error: (event, fields) => lines.push(`! ${JSON.stringify([event, fields])}`),
  };
  const open = (apiBase: string) => scriptedGateway({ apiBase, url: 'https://acs.example.jp' }, log);

  it.each([
    ['row 44: the whole address', 'https://acs.example.jp/v1?AccessID=0a&t=1f&u=%2B'],
    ['another path', 'https://acs.example.jp/'],
  ])('%s of a challenge is handed on', async (_, url) => {
    const base = await serve((_request, response) => response.end(`ACS=2&RedirectUrl=${url}`));
    expect(await exec(open(base))).toEqual({ kind: 'ok', outcome: 'redirect', url });
  });

  it.each([
    'https://evil.example.com/?acs.example.jp',
    'https://acs.example.jp.evil.example.com/',
    'https://acs.example.jp@evil.example.com/',
    'http://acs.example.jp/',
    'https://acs.example.jp:444/',
    'javascript:alert(1)',
    '/tds',
    '',
  ])('row 45: sends nobody to %s, and rings', async (url) => {
    lines.length = 0;
    const base = await serve((_request, response) => response.end(`ACS=2&RedirectUrl=${url}`));
    expect(await exec(open(base))).toEqual({ kind: 'refused', codes: ['redirect_host'], alarm: true });
    expect(lines.join('\n')).toContain('! ["payment_alarm"');
  });

  it('sends a form with passes, token and what is known of the buyer, and logs none of it', async () => {
    lines.length = 0;
    let body = '';
    const base = await serve((request, response) => {
      request.on('data', (chunk: Buffer) => {
        body += chunk.toString('latin1');
      });
      request.on('end', () => response.end('ErrCode=42G&ErrInfo=42G020000'));
    });
    expect(await exec(open(base))).toEqual({ kind: 'refused', codes: ['42G020000'], alarm: false });
    expect(body).toContain(
      'Token=secret%2Btoken&RetUrl=https%3A%2F%2Fapp.example.jp%2Freturn%2F&CallbackType=3',
    );
    expect(body).toContain(
      'Tds2MobilePhoneCC=81&Tds2MobilePhoneSubscriber=9012345678&Tds2ChallengeIndType=1',
    );
    expect(lines.join('\n')).toContain('42G020000');
    expect(lines.join('\n')).not.toMatch(/secret|hanako|9012345678|scripted1|1{32}/);
  });

  it('was not started when nobody answers at the address, or not in the way that was agreed', async () => {
    const base = await serve((_request, response) => response.end());
    servers[0]?.close();
    servers[0]?.closeAllConnections();
    expect(await exec(open(base))).toEqual({
      kind: 'not_started',
      codes: ['connect'],
      repeat: true,
      alarm: false,
    });
    const unencrypted = await serve((_request, response) => response.end());
    expect(await exec(open(unencrypted.replace('http:', 'https:')))).toMatchObject({ kind: 'not_started' });
  });

  it('is unknown when the answer never ends or is too long', async () => {
    const base = await serve((_request, response) => {
      response.writeHead(200);
      response.write('x'.repeat(70_000));
    });
    expect(await exec(open(base))).toMatchObject({ kind: 'unknown', why: 'unreadable' });
  });

  it('row 62: letters that cannot be sent stop the call before it begins', async () => {
    let asked = 0;
    const base = await serve((_request, response) => {
      asked += 1;
      response.end();
    });
    const answer = await open(base).issueCvs({
      gatewayOrderId: 'K1-01',
      access: { id: 'a', pass: 'b' },
      store: '00007',
      buyer: { ...buyer, name: '𠮷野' },
      termDays: 5,
    });
    expect(answer).toEqual({ kind: 'not_started', codes: ['letters'], repeat: false, alarm: true });
    expect(asked).toBe(0);
  });
});
