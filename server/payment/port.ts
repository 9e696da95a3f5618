/**
 * The port to the company that takes the money (money.md 3), in our words. Behind it stand the protocol client of
 * `gmo/` (which also speaks to the scripted gateway) and `none.ts`. Only the executor and the money jobs call it: never
 * inside a transaction, never inside a request (R1).
 */
import type { CvsCode } from '#contracts/shopCheckout.ts';

/** Why nobody knows how a call ended: only a search tells (R2). */
export type UnknownWhy =
  /** No answer within the limit. */
  | 'timeout'
  /** The connection broke after the first byte had left. */
  | 'reset'
  /** An answer with an HTTP status of trouble. */
  | 'http'
  /** An answer that is not what this call answers. */
  | 'unreadable'
  /** The gateway says so itself: the same is running, or its state is not settled. */
  | 'gateway';

/**
 * What a call came to. `codes` are the gateway's, worst first, for the operator and for small print; `refusal.ts` says
 * what they mean. `alarm`: an operator has to look, because it is our fault, a setting, or nothing we know.
 */
export type Answer<Result> =
  | ({ kind: 'ok' } & Result)
  /** The gateway said no, and nothing was charged. */
  | { kind: 'refused'; codes: string[]; alarm: boolean }
  /** The call had no effect. `repeat`: the same command may be sent again later. */
  | { kind: 'not_started'; codes: string[]; repeat: boolean; alarm: boolean }
  /** It may have had its effect: never sent again, only searched for. */
  | { kind: 'unknown'; why: UnknownWhy; codes: string[]; alarm: boolean };

/** An answer that is not `ok`. */
export type Failure = Exclude<Answer<object>, { kind: 'ok' }>;

/** How an attempt pays. `card_check` asks only whether a card is good, before it is kept without a payment. */
export type PayMethod = 'card' | 'card_check' | 'cvs' | 'bank';

/** What opens one attempt at the gateway. Kept sealed: whoever has both may act on the trade. */
export type Access = { id: string; pass: string };

/** A card as it may be shown. `expiry` is `YYMM` as the gateway keeps it. */
export type ShownCard = { last4: string; expiry: string };

/** A card in the gateway's keeping. `seq` is its physical number, which deleting another one does not move. */
export type KeptCard = ShownCard & { seq: string };

/** What the card is taken from: a token of the card frame, or a card that the gateway keeps for a member. */
export type CardSource = { token: string } | { memberId: string; cardSeq: string };

export type CvsSlip = {
  kind: 'cvs';
  store: CvsCode | null;
  /** 確認番号 (`null`: this store needs none) and 受付番号 as the person types them at the store. */
  confirmNo: string | null;
  receiptNo: string | null;
  dueAt: Date | null;
};

export type BankSlip = {
  kind: 'bank';
  bankCode: string;
  bankName: string;
  branchCode: string;
  branchName: string;
  /** `ordinary` 普通, `current` 当座. */
  accountType: 'ordinary' | 'current';
  accountNumber: string;
  accountHolder: string;
  dueAt: Date | null;
};

export type Slip = CvsSlip | BankSlip;

/** Where a trade stands at the gateway. */
export type TradeStatus =
  /** Entered, nothing sent yet. */
  | 'unprocessed'
  /** The buyer proved who they are, nothing is charged: `finishCard` charges. */
  | 'authenticated'
  /** A card was found good; nothing is charged and nothing will be. */
  | 'checked'
  /** The money is ours. */
  | 'captured'
  /** A slip is out and not (wholly) paid. */
  | 'requested'
  /** The slip's time is over. */
  | 'expired'
  /** Nothing is owed: cancelled before money came, or charged and given back in whole. */
  | 'cancelled'
  /** Charged and given back in whole in a later month. */
  | 'refunded'
  /** The gateway calls it failed. */
  | 'failed'
  /** A word we do not know: an operator looks. */
  | 'other';

/** What a search said about one attempt. */
export type Observation = {
  status: TradeStatus;
  /** Yen of the trade: what a card was charged (after lowering), what a slip asks for. */
  amount: number;
  /** Yen that came in so far (a card: the charged amount when captured, else 0), and in how many deposits. */
  receivedTotal: number;
  receivedCount: number;
  slip: Slip | null;
  tranId: string | null;
  /** When the gateway last worked on it; chooses the way of a refund. */
  processedAt: Date | null;
  /** Reads again what a lost reply held. */
  access: Access | null;
  /** The gateway's own word, for the operator's timeline. */
  word: string;
};

/** One deposit on an account that was issued for an attempt. */
export type Transfer = {
  amount: number;
  /** The bank's day, `yyyy-mm-dd`. */
  on: string;
  payer: string;
  /** Bank and branch it came from. */
  from: string;
};

export type EntryRequest = {
  gatewayOrderId: string;
  method: PayMethod;
  /** Yen, tax inside; 0 for `card_check`. */
  amount: number;
  /** `none` only for renewals that the buyer agreed to beforehand; everything else is proved by 3-D Secure. */
  authentication: '3ds' | 'none';
};

export type ExecCardRequest = {
  gatewayOrderId: string;
  access: Access;
  card: CardSource;
  method: 'card' | 'card_check';
  /** Where the buyer's browser comes back to after a challenge. Not used without 3-D Secure. */
  returnUrl: string | null;
  /** Sent along for the card company's judgement when known. */
  buyer: { email?: string; phone?: string };
  /** A card that will be kept must be challenged. */
  keepsCard: boolean;
};

/** The charge (or check) is done, or the buyer has to prove themselves at `url` first and nothing is charged yet. */
export type ExecOutcome = { outcome: 'done'; tranId: string | null } | { outcome: 'redirect'; url: string };

export type SlipBuyer = {
  name: string;
  /** Full-width kana; spaces are taken out where the gateway wants none. */
  kana: string;
  /** Digits, hyphens allowed. */
  phone: string;
  email?: string;
};

export type IssueCvsRequest = {
  gatewayOrderId: string;
  access: Access;
  store: CvsCode;
  buyer: SlipBuyer;
  /** Days until it has to be paid. What counts for the buyer is the slip's `dueAt`. */
  termDays: number;
};

export type IssueBankRequest = {
  gatewayOrderId: string;
  access: Access;
  /** Asked for again by some banks' accounts. */
  amount: number;
  buyer: SlipBuyer;
  termDays: number;
};

/** A trade to act on. */
export type TradeRef = { gatewayOrderId: string; access: Access };

export type LowerRequest = TradeRef & {
  /** New total, yen, of which the buyer keeps paying; less than now and more than 0. */
  amount: number;
};

export type CancelAllRequest = TradeRef & {
  /** Both from a search just before: they choose the gateway's way of taking it back. */
  amount: number;
  capturedAt: Date;
  /** The time now. */
  at: Date;
  /** After a state error the search was read again and said the same: take the next way. */
  otherWay?: boolean;
};

/** What came to the notify address. A hint only (R3): it causes a search. */
export type NotificationReading =
  /** The gateway asks whether we are there. */
  | { kind: 'ping' }
  /** Not for our shop. */
  | { kind: 'foreign' }
  /** Not what a notification looks like: stored raw for an operator. */
  | { kind: 'unreadable'; dedupKey: string; masked: string }
  | {
      kind: 'trade';
      gatewayOrderId: string;
      accessId: string;
      method: PayMethod;
      status: TradeStatus;
      amount: number;
      receivedTotal: number | null;
      receivedCount: number | null;
      tranId: string | null;
      processedAt: Date | null;
      codes: string[];
      /** Same for repetitions of one event, different for two deposits of one trade (money.md 4.10). */
      dedupKey: string;
      /** The body without passes, names and accounts. */
      masked: string;
    };

/** What the gateway reads as "received, do not send again". */
export const notificationReceipt = '0';

/** What this installation can sell by. */
export type Capabilities = {
  kind: 'gmo' | 'scripted' | 'none';
  /** `null`: no card. What the card frame needs to ask for a token. */
  card: { scriptUrl: string; shopId: string; keys: string[] } | null;
  cvs: { stores: readonly CvsCode[] } | null;
  bank: boolean;
  /** The scripted gateway's pages for a person, or `null`. */
  counterUrl: string | null;
};

export type PaymentGateway = {
  capabilities: Capabilities;
  /** Opens an attempt under an OrderID that was never used. Moves no money. */
  entry(request: EntryRequest): Promise<Answer<{ access: Access }>>;
  /** Charges a card that needs no proof, or answers where the buyer proves themselves. */
  execCard(request: ExecCardRequest): Promise<Answer<ExecOutcome>>;
  /** The charge (or check) after the challenge. */
  finishCard(trade: TradeRef): Promise<Answer<{ tranId: string | null }>>;
  issueCvs(request: IssueCvsRequest): Promise<Answer<{ slip: CvsSlip }>>;
  issueBank(request: IssueBankRequest): Promise<Answer<{ slip: BankSlip }>>;
  /** Takes a slip out of the world. `refused`: it is paid, or over; a search tells which. */
  cancelSlip(trade: TradeRef & { method: 'cvs' | 'bank' }): Promise<Answer<object>>;
  /** Gives a part back. `refused` here means: pay it back by transfer. */
  lowerAmount(request: LowerRequest): Promise<Answer<{ tranId: string | null }>>;
  /** Gives all back. `refused` with `state` of `refusal.ts`: search again, then `otherWay`. */
  cancelAll(request: CancelAllRequest): Promise<Answer<{ tranId: string | null }>>;
  /** Reads one attempt; `null`: the gateway never heard of it. May be repeated freely. */
  search(trade: {
    gatewayOrderId: string;
    method: PayMethod;
  }): Promise<Answer<{ observation: Observation | null }>>;
  /** Deposits on the account of a bank attempt, oldest first. */
  transfers(trade: TradeRef): Promise<Answer<{ transfers: Transfer[] }>>;
  createMember(memberId: string): Promise<Answer<object>>;
  /** Keeps the card of a finished payment or check for a member. */
  keepCardOf(request: {
    gatewayOrderId: string;
    memberId: string;
  }): Promise<Answer<{ card: { seq: string; last4: string } }>>;
  /** `null`: no such member. */
  listCards(memberId: string): Promise<Answer<{ cards: KeptCard[] | null }>>;
  deleteCard(request: { memberId: string; cardSeq: string }): Promise<Answer<object>>;
  readNotification(body: Uint8Array): NotificationReading;
  /** Whether a notification may come from this address; always, while no list is set (money.md 3.4). */
  takesNotificationFrom(ip: string): boolean;
};
