import type { Hono, Context as HonoContext } from 'hono';
import type { Bindings, Gateway } from '../gateway.ts';
import {
  deposit,
  paySlip,
  proveYourself,
  tradeOfAccount,
  tradeOfChallenge,
  tradeOfSlip,
  wayBack,
} from '../people.ts';
import { challengeLeftPage, challengeOverPage, challengePage, postBackPage } from './challenge.ts';
import { bankPage, tillPage } from './counters.ts';
import { yen } from './layout.ts';
import { startPage } from './start.ts';

async function formOf(c: HonoContext<Bindings>): Promise<(name: string) => string> {
  const form = await c.req.parseBody();
  return (name) => (typeof form[name] === 'string' ? form[name].trim() : '');
}

function addChallenge(app: Hono<Bindings>, gateway: Gateway): void {
  const tradeOf = (c: HonoContext<Bindings>) =>
    tradeOfChallenge(gateway.context(), c.req.query('AccessID') ?? '', c.req.query('t') ?? '');
  const isOpen = (trade: { challenge: { state: string } | null; status: string }) =>
    trade.challenge?.state === 'open' && trade.status === 'AUTHPROCESS';

  app.get('/tds', (c) => {
    const trade = tradeOf(c);
    if (!trade) return c.html(challengeOverPage(null), 404);
    return c.html(isOpen(trade) ? challengePage(trade) : challengeOverPage(wayBack(trade)));
  });
  app.post('/tds', async (c) => {
    const trade = tradeOf(c);
    if (!trade) return c.html(challengeOverPage(null), 404);
    const act = (await formOf(c))('act');
    const isClosed = act === 'close' || gateway.faults.lasting('challenge_closed', trade.orderId) !== null;
    if (isClosed) return c.html(challengeLeftPage(false));
    // The buyer went back in the browser and pressed again: the challenge keeps its result, and leads to the shop
    // again.
    const proved = proveYourself(gateway.context(), trade, act !== 'fail');
    if (act === 'stay') return c.html(challengeLeftPage(true));
    const back = wayBack(proved);
    if (back === null) return c.html(challengeOverPage(null), 404);
    return back.isPost ? c.html(postBackPage(back)) : c.redirect(back.url, 303);
  });
}

function addTill(app: Hono<Bindings>, gateway: Gateway): void {
  const missing = { isGood: false, text: 'この番号の払込票はありません。番号をもう一度お確かめください。' };
  app.get('/till', (c) => {
    const number = c.req.query('number') ?? '';
    const trade = tradeOfSlip(gateway.context(), number);
    return c.html(tillPage(number, trade, trade || number === '' ? null : missing));
  });
  app.post('/till', async (c) => {
    const field = await formOf(c);
    const context = gateway.context();
    const trade = tradeOfSlip(context, field('number'));
    if (!trade) return c.html(tillPage(field('number'), null, missing), 404);
    const paid = paySlip(context, trade, field('forced') === '1');
    if (!paid.ok) return c.html(tillPage(field('number'), trade, { isGood: false, text: paid.why }));
    const text = paid.isRepeated
      ? '支払い済みの番号です。同じ支払いをもう一度報告しました。'
      : `${yen(trade.amount)}を受け取りました。ありがとうございました。`;
    return c.html(tillPage(field('number'), paid.trade, { isGood: true, text }));
  });
}

function addBank(app: Hono<Bindings>, gateway: Gateway): void {
  const missing = { isGood: false, text: 'この口座番号はありません。番号をもう一度お確かめください。' };
  app.get('/bank', (c) => {
    const account = c.req.query('account') ?? '';
    const trade = tradeOfAccount(gateway.context(), account);
    const given = { account, amount: trade ? String(trade.amount) : '', name: trade?.bank?.client ?? '' };
    return c.html(bankPage(given, trade, trade || account === '' ? null : missing));
  });
  app.post('/bank', async (c) => {
    const field = await formOf(c);
    const context = gateway.context();
    const trade = tradeOfAccount(context, field('account'));
    const given = { account: field('account'), amount: field('amount'), name: field('name') };
    if (!trade) return c.html(bankPage(given, null, missing), 404);
    const amount = Number(given.amount.normalize('NFKC').replaceAll(/[,円\s]/g, ''));
    const done = deposit(context, trade, { amount, name: given.name, on: field('on') });
    if (!done.ok) return c.html(bankPage(given, trade, { isGood: false, text: done.why }));
    const text = `${yen(amount)}を振り込みました。`;
    return c.html(bankPage({ ...given, amount: '' }, done.trade, { isGood: true, text }));
  });
}

/** The pages for a person. */
export function addPages(app: Hono<Bindings>, gateway: Gateway): void {
  app.use('*', async (c, next) => {
    await next();
    if (c.res.headers.get('Content-Type')?.startsWith('text/html')) {
      c.header(
        'Content-Security-Policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      );
      c.header('Cache-Control', 'no-store');
    }
  });
  app.get('/', (c) => c.html(startPage([...gateway.world.trades.values()])));
  addChallenge(app, gateway);
  addTill(app, gateway);
  addBank(app, gateway);
}
