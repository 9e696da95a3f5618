import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context as HonoContext } from 'hono';
import { cors } from 'hono/cors';
import { cardCalls } from './calls/card.ts';
import { memberCalls } from './calls/members.ts';
import { searchTrade, searchTradeMulti } from './calls/searches.ts';
import { slipCalls } from './calls/slips.ts';
import type { Handler } from './context.ts';
import type { Fault, FaultScript } from './faults.ts';
import type { Bindings, Gateway } from './gateway.ts';
import { addPages } from './pages/routes.ts';
import { type CardInput, issueTokens, tokenScript } from './tokens.ts';
import { encode, type Fields, failed, readForm, replyText } from './wire.ts';
import { heldYen, type World } from './world.ts';

const calls: Record<string, (lag: number) => Handler> = {
  ...Object.fromEntries(
    Object.entries({ ...cardCalls, ...slipCalls, ...memberCalls }).map(([name, handler]) => [
      name,
      () => handler,
    ]),
  ),
  SearchTrade: searchTrade,
  SearchTradeMulti: searchTradeMulti,
};

const wait = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

const plain = (bytes: Buffer | string, status: 200 | 502 | 404, type = 'text/plain;charset=Windows-31J') =>
  new Response(typeof bytes === 'string' ? bytes : new Uint8Array(bytes), {
    status,
    headers: { 'Content-Type': type, 'Cache-Control': 'no-store' },
  });

const trouble = '<!doctype html><html><body><h1>502 Bad Gateway</h1></body></html>';

/** Broken answers. */
function spoiled(fault: Fault, text: string): Response | null {
  switch (fault.name) {
    case '5xx':
      return plain(trouble, 502, 'text/html');
    case 'html':
      return plain('<!doctype html><html lang="ja"><body>System maintenance</body></html>', 200, 'text/html');
    case 'empty':
      return plain('', 200);
    case 'truncate':
      return plain(encode(text.slice(0, Math.floor(text.length / 2))), 200);
    case 'bad_bytes':
      return plain(Buffer.concat([encode(text), Buffer.from([0x81, 0x20, 0xff, 0xfe])]), 200);
    default:
      return null;
  }
}

/** Delay of the card company behind some cards, milliseconds. */
const slowness = 12_000;

/** Calls that are remembered. */
const mostRemembered = 20_000;

async function answerCall(c: HonoContext<Bindings>, gateway: Gateway, name: string): Promise<Response> {
  const drop = () => {
    c.env.incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  };
  const handlerOf = calls[name];
  const fields: Fields | null = readForm(await c.req.text());
  if (handlerOf === undefined) return plain(replyText(failed('E91099997')), 200);
  if (fields === null) return plain(replyText(failed('E01000000')), 200);
  const orderId = fields.OrderID ?? gateway.world.tradeOfAccess(fields.AccessID)?.orderId ?? '';
  const asked: Gateway['asked'][number] = { call: name, orderId };
  gateway.asked.push(asked);
  if (gateway.asked.length > mostRemembered) gateway.asked.shift();
  const faults = gateway.faults.ofCall(name, orderId);
  const find = (fault: string) => faults.find((one) => one.name === fault);
  const clock = find('clock');
  if (clock) gateway.shift(clock.number);
  if (find('drop_before')) return drop();
  const refusal = find('error');
  if (refusal?.value.startsWith('E92')) asked.isTurnedAway = true;
  if (refusal) return plain(replyText(failed(...refusal.value.split('|'))), 200);
  for (const fault of faults) {
    if (!fault.isBefore) continue;
    if (fault.name === 'delay') await wait(fault.number);
    const instead = spoiled(fault, 'ErrCode');
    if (instead) return instead;
  }
  const lag = gateway.faults.lasting('search_lag', orderId)?.number ?? 0;
  const context = gateway.context(find('amount')?.number ?? null);
  const text = replyText(handlerOf(lag)(context, fields));
  if (context.isToldFirst()) await gateway.notifier.deliver();
  if (find('drop_after')) return drop();
  const delay = faults.find((fault) => fault.name === 'delay' && !fault.isBefore);
  if (delay) await wait(delay.number);
  const trade = gateway.world.trades.get(orderId);
  const isCharge = name === 'ExecTran' || name === 'SecureTran2';
  if (isCharge && trade?.face?.outcome === 'slow' && trade.captured > 0) await wait(slowness);
  for (const fault of faults) {
    const instead = fault.isBefore ? null : spoiled(fault, text);
    if (instead) return instead;
  }
  return plain(encode(text), 200);
}

function addTokens(app: Hono<Bindings>, gateway: Gateway): void {
  // The origin of the frame that loads it is opaque, so nobody can name it.
  app.use('/token', cors({ origin: '*' }));
  app.get('/token.js', (c) =>
    c.body(tokenScript, 200, {
      'Content-Type': 'text/javascript; charset=utf-8',
      'Access-Control-Allow-Origin': '*',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'no-store',
    }),
  );
  app.post('/token', async (c) => {
    let given: { shop?: unknown; card?: unknown } | null;
    try {
      given = (await c.req.json()) as { shop?: unknown; card?: unknown } | null;
    } catch {
      given = null;
    }
    if (typeof given?.card !== 'object' || given.card === null) return c.json({ resultCode: '511' });
    return c.json(issueTokens(gateway.context(), String(given.shop ?? ''), given.card as CardInput));
  });
}

/** Yen that the gateway holds for the shop, by payment method. */
export function sumsOf(world: World) {
  const sum = (payType: string) =>
    [...world.trades.values()]
      .filter((trade) => trade.payType === payType)
      .reduce((total, trade) => total + heldYen(trade), 0);
  const sums = { card: sum('0'), cvs: sum('3'), bank: sum('36') };
  return { ...sums, total: sums.card + sums.cvs + sums.bank };
}

/** For tests in other processes: faults, the clock, the books. */
function addScript(app: Hono<Bindings>, gateway: Gateway): void {
  if (!gateway.isOpen) return;
  app.post('/faults', async (c) => {
    try {
      gateway.faults.set((await c.req.json()) as FaultScript);
      return c.text('0');
    } catch (error) {
      return c.text(error instanceof Error ? error.message : 'unreadable', 400);
    }
  });
  app.post('/clock', async (c) => {
    const by = Number(await c.req.text());
    if (!Number.isSafeInteger(by)) return c.text('not a number of milliseconds', 400);
    gateway.shift(by);
    return c.text('0');
  });
  app.get('/books', (c) =>
    c.json({
      sums: sumsOf(gateway.world),
      trades: [...gateway.world.trades.values()].map((trade) => ({
        orderId: trade.orderId,
        payType: trade.payType,
        status: trade.status,
        amount: trade.amount,
        held: heldYen(trade),
        history: trade.history,
      })),
    }),
  );
}

export function createGatewayApp(gateway: Gateway): Hono<Bindings> {
  const app = new Hono<Bindings>();
  app.use(async (c, next) => {
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
  });
  app.post('/payment/:name{[A-Za-z0-9]+\\.idPass}', (c) =>
    answerCall(c, gateway, c.req.param('name').replace(/\.idPass$/, '')),
  );
  addTokens(app, gateway);
  addPages(app, gateway);
  addScript(app, gateway);
  return app;
}
