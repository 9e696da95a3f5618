import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createGatewayApp, sumsOf } from './app.ts';
import type { Context, Shop } from './context.ts';
import { createFaults, type FaultScript } from './faults.ts';
import type { Gateway } from './gateway.ts';
import { createNotifier, type Receiver } from './notifier.ts';
import {
  type Deposit,
  deposit,
  paySlip,
  proveYourself,
  tradeOfAccount,
  tradeOfSlip,
  wayBack,
} from './people.ts';
import { cardThat, type Outcome } from './testCards.ts';
import { type CardInput, issueTokens } from './tokens.ts';
import { heldYen, type Trade, World } from './world.ts';

export type ScriptedOptions = {
  /** 0: any free one. */
  port: number;
  host?: string;
  /** Address under which browsers reach it; by default this machine. */
  url?: string | null;
  /** Its append-only books; `null`: in memory. */
  file: string | null;
  shop: Shop;
  /** Who is notified; may be set later by `notifyTo`. */
  notifyUrl?: Receiver | null;
  clock?: { now(): number };
  /** `false`: notifications wait until `deliver()`. */
  isAutomatic?: boolean;
  faults?: FaultScript;
  faultFile?: string | null;
  /** Faults, clock and books over HTTP. */
  isOpen?: boolean;
};

export type ScriptedGateway = {
  /** For browsers, without a slash at its end. */
  url: string;
  /** For the server beside it. */
  apiBase: string;
  port: number;
  /** Yen held by payment method, and every transaction with its history. */
  books(): { sums: ReturnType<typeof sumsOf>; trades: Trade[] };
  /** The transaction of an OrderID. */
  trade(orderId: string): Trade | null;
  /** Yen held for one transaction. */
  held(orderId: string): number;
  faults(script: FaultScript): void;
  /** How often a call arrived, whatever its result. */
  asked(call: string, orderId?: string): number;
  /** How often a call arrived that its sender may not simply repeat: all except those answered with "later". */
  heard(call: string, orderId: string): number;
  notifyTo(receiver: Receiver | null): void;
  /** Sends every notification that is due; resolves with how many. */
  deliver(): Promise<number>;
  /** Notifications that wait. */
  waiting(): number;
  /** Shifts its clock against the given one. */
  shift(milliseconds: number): void;
  /** A token of the test card with this outcome. */
  token(card?: Outcome, fields?: CardInput): string;
  /** Ends the challenge of an order; answers where the browser goes then. */
  challenge(orderId: string, act?: 'pass' | 'fail'): string;
  /** Pays the slip of an order, or of a number, at a till. Throws the till's message when it refuses. */
  payAtTill(number: string, options?: { isForced?: boolean }): Trade;
  /** Puts money on the account of an order, or of a number. */
  deposit(account: string, given: Deposit): Trade;
  stop(): Promise<void>;
};

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port));
  });
}

const isAnywhere = (host: string) => host === '0.0.0.0' || host === '::';

/**
 * Starts the scripted gateway (money.md 3.2): a separate company that can be reached only by HTTP, with pages for a
 * person, its own books and a fault script. Throws what listening throws (`EADDRINUSE`).
 */
export async function startScriptedGateway(options: ScriptedOptions): Promise<ScriptedGateway> {
  const host = options.host ?? '127.0.0.1';
  const world = new World(options.file);
  const clock = options.clock ?? { now: () => Date.now() };
  let shifted = 0;
  let url = options.url ?? '';
  const now = () => clock.now() + shifted;
  const script = options.faultFile
    ? (JSON.parse(readFileSync(options.faultFile, 'utf8')) as FaultScript)
    : (options.faults ?? []);
  const faults = createFaults(script);
  const notifier = createNotifier({
    shopId: options.shop.shopId,
    faults,
    now,
    isAutomatic: options.isAutomatic ?? true,
  });

  const gateway: Gateway = {
    world,
    faults,
    notifier,
    now,
    isOpen: options.isOpen ?? true,
    asked: [],
    shift(milliseconds) {
      shifted += milliseconds;
    },
    context(otherAmount = null) {
      let isToldFirst = false;
      const keep: Context['keep'] = (trade, what, amount = 0) => {
        const kept = { ...trade, history: [...trade.history, { at: now(), what, amount }] };
        world.putTrade(kept);
        return kept;
      };
      return {
        world,
        shop: options.shop,
        url,
        now,
        otherAmount,
        keep,
        change(trade, what, amount) {
          const kept = keep(trade, what, amount);
          const refusal = /^refused (.+)/.exec(what)?.[1];
          const errors: Record<string, string> = refusal
            ? { ErrCode: refusal.slice(0, 3), ErrInfo: refusal }
            : {};
          if (notifier.queue(kept, errors)) isToldFirst = true;
          return kept;
        },
        isToldFirst: () => isToldFirst,
      };
    },
  };

  const server = createAdaptorServer({ fetch: createGatewayApp(gateway).fetch }) as Server;
  let port: number;
  try {
    port = await listen(server, options.port, host);
  } catch (error) {
    world.close();
    throw error;
  }
  if (url === '') url = `http://localhost:${port}`;
  notifier.to(options.notifyUrl ?? null);

  const found = (trade: Trade | null | undefined, what: string): Trade => {
    if (!trade) throw new Error(`The gateway knows no ${what}.`);
    return trade;
  };

  return {
    url,
    apiBase: `http://${isAnywhere(host) ? '127.0.0.1' : host}:${port}`,
    port,
    books: () => ({ sums: sumsOf(world), trades: [...world.trades.values()] }),
    trade: (orderId) => world.trades.get(orderId) ?? null,
    held: (orderId) => heldYen(found(world.trades.get(orderId), orderId)),
    faults: (next) => faults.set(next),
    asked: (call, orderId) =>
      gateway.asked.filter((one) => one.call === call && (orderId ?? one.orderId) === one.orderId).length,
    heard: (call, orderId) =>
      gateway.asked.filter((one) => one.call === call && one.orderId === orderId && !one.isTurnedAway).length,
    notifyTo: (next) => notifier.to(next),
    deliver: () => notifier.deliver(),
    waiting: () => notifier.waiting(),
    shift: (milliseconds) => gateway.shift(milliseconds),
    token(card = 'frictionless', fields = {}) {
      const answer = issueTokens(gateway.context(), options.shop.shopId, {
        cardno: cardThat(card),
        expire: '3912',
        securitycode: '123',
        ...fields,
      });
      const token = answer.tokenObject?.token;
      if (typeof token !== 'string') throw new Error(`The gateway gave no token: ${answer.resultCode}`);
      return token;
    },
    challenge(orderId, act = 'pass') {
      const trade = found(world.trades.get(orderId), orderId);
      const back = wayBack(proveYourself(gateway.context(), trade, act === 'pass'));
      if (back === null) throw new Error(`The gateway wants no proof for ${orderId}.`);
      return back.url;
    },
    payAtTill(number, { isForced = false } = {}) {
      const context = gateway.context();
      const trade = found(world.trades.get(number) ?? tradeOfSlip(context, number), number);
      const paid = paySlip(context, tradeOfSlip(context, trade.cvs?.receiptNo ?? '') ?? trade, isForced);
      if (!paid.ok) throw new Error(paid.why);
      return paid.trade;
    },
    deposit(account, given) {
      const context = gateway.context();
      const trade = found(world.trades.get(account) ?? tradeOfAccount(context, account), account);
      const done = deposit(context, tradeOfAccount(context, trade.bank?.number ?? '') ?? trade, given);
      if (!done.ok) throw new Error(done.why);
      return done.trade;
    },
    async stop() {
      notifier.stop();
      await new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
      world.close();
    },
  };
}
