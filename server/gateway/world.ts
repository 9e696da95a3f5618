import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Outcome } from './testCards.ts';

/** What is kept of a card: never its number. */
export type Face = { last4: string; expire: string; outcome: Outcome };

export type Token = Face & { token: string; issuedAt: number; usedAt: number | null };

export type Transfer = { on: string; at: number; amount: number; name: string };

export type CvsSlip = {
  store: string;
  confNo: string;
  receiptNo: string;
  dueAt: number;
  name: string;
  paidAt: number | null;
};

export type BankAccount = {
  number: string;
  holder: string;
  days: number;
  dueAt: number;
  client: string;
  transfers: Transfer[];
};

/** An event of a transaction, for tests and for people who look. */
export type Happening = { at: number; what: string; amount: number };

export type Trade = {
  orderId: string;
  accessId: string;
  accessPass: string;
  payType: '0' | '3' | '36';
  jobCd: 'CAPTURE' | 'CHECK' | '';
  /** The gateway's word for its state. */
  status: string;
  amount: number;
  /** Yen of a card that are charged now. */
  captured: number;
  isProofWanted: boolean;
  enteredAt: number;
  processedAt: number;
  tranId: string;
  forward: string;
  approve: string;
  face: Face | null;
  memberId: string;
  challenge: { key: string; returnUrl: string; callback: string; state: 'open' | 'passed' | 'failed' } | null;
  cvs: CvsSlip | null;
  bank: BankAccount | null;
  history: Happening[];
};

export type StoredCard = Face & { isDeleted: boolean };
export type Member = { id: string; cards: StoredCard[] };

type Tables = { trade: Trade; member: Member; token: Token };

/**
 * The books of the scripted gateway. Everything it knows is written line by line to its own file before it answers, so
 * that it survives a crash of the process (money.md 3.2). Without a file the books are in memory.
 */
export class World {
  readonly trades = new Map<string, Trade>();
  readonly members = new Map<string, Member>();
  readonly tokens = new Map<string, Token>();
  /** The state before the latest change, for searches that lag. */
  readonly before = new Map<string, { trade: Trade | null; reads: number }>();
  readonly #byAccess = new Map<string, string>();
  #file: number | null = null;

  constructor(path: string | null) {
    if (path === null) return;
    if (existsSync(path)) this.#read(readFileSync(path, 'utf8'));
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    this.#file = openSync(path, 'a', 0o600);
  }

  #read(text: string): void {
    for (const line of text.split('\n')) {
      const entry = entryOf(line);
      if (entry?.table === 'trade') this.#keep(entry.row);
      if (entry?.table === 'member') this.members.set(entry.row.id, entry.row);
      if (entry?.table === 'token') this.tokens.set(entry.row.token, entry.row);
    }
  }

  #keep(trade: Trade): void {
    this.trades.set(trade.orderId, trade);
    this.#byAccess.set(trade.accessId, trade.orderId);
  }

  #append<Table extends keyof Tables>(table: Table, row: Tables[Table]): void {
    // A line feed before the line, too: a crash may have cut the last line off.
    if (this.#file !== null) appendFileSync(this.#file, `\n${JSON.stringify({ table, row })}\n`);
  }

  putTrade(trade: Trade): void {
    this.before.set(trade.orderId, { trade: this.trades.get(trade.orderId) ?? null, reads: 0 });
    this.#keep(trade);
    this.#append('trade', trade);
  }

  putMember(member: Member): void {
    this.members.set(member.id, member);
    this.#append('member', member);
  }

  putToken(token: Token): void {
    this.tokens.set(token.token, token);
    this.#append('token', token);
  }

  tradeOfAccess(accessId: string | undefined): Trade | undefined {
    return this.trades.get(this.#byAccess.get(accessId ?? '') ?? '');
  }

  close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

type Entry = { [Table in keyof Tables]: { table: Table; row: Tables[Table] } }[keyof Tables];

/** A line that was cut off counts as not written: nobody got an answer about it. */
function entryOf(line: string): Entry | null {
  if (line === '') return null;
  try {
    return JSON.parse(line) as Entry;
  } catch {
    return null;
  }
}

/** Yen of a transaction that the gateway holds for the shop now. */
export function heldYen(trade: Trade): number {
  if (trade.cvs !== null) return trade.cvs.paidAt === null ? 0 : trade.amount;
  if (trade.bank !== null) return trade.bank.transfers.reduce((sum, transfer) => sum + transfer.amount, 0);
  return trade.captured;
}
