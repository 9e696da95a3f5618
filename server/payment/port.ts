/**
 * The port to the payment gateway (money.md 3), in our words. It is implemented by the protocol client of `gmo/` (which
 * also speaks to the scripted gateway) and by `none.ts`. Only the executor and the money jobs call it: never inside a
 * transaction, never inside a request (R1).
 */
import type { CvsCode } from '#contracts/shopCheckout.ts';

/** Why the result of a call is unknown: only a search can tell it (R2). */
export type UnknownWhy =
  /** No answer within the limit. */
  | 'timeout'
  /** The connection broke after the first byte had left. */
  | 'reset'
  /** An answer with an HTTP error status. */
  | 'http'
  /** An answer that does not fit this call. */
  | 'unreadable'
  /** The gateway says so itself: the same call is running, or its state is not settled. */
  | 'gateway';

/**
 * Result of a call. `codes` are the gateway's, worst first, for the operator and for small print; `refusal.ts` says
 * what they mean. `alarm`: an operator has to look, because it is our fault, a setting, or an unknown case.
 */
export type Answer<Result> =
  | ({ kind: 'ok' } & Result)
  /** The gateway refused, and nothing was charged. */
  | { kind: 'refused'; codes: string[]; alarm: boolean }
  /** The call had no effect. `repeat`: the same command may be sent again later. */
  | { kind: 'not_started'; codes: string[]; repeat: boolean; alarm: boolean }
  /** It may have had its effect: never sent again, only searched for. */
  | { kind: 'unknown'; why: UnknownWhy; codes: string[]; alarm: boolean };

/** An answer that is not `ok`. */
export type Failure = Exclude<Answer<object>, { kind: 'ok' }>;

/** How an attempt pays. `card_check` only asks whether a card is valid, before it is kept without a payment. */
export type PayMethod = 'card' | 'card_check' | 'cvs' | 'bank';

/** The gateway's access data of one attempt. Kept sealed: whoever has both parts may act on the transaction. */
export type Access = { id: string; pass: string };

/** A card as it may be shown. `expiry` is `YYMM` as the gateway keeps it. */
export type ShownCard = { last4: string; expiry: string };

/** A card that the gateway keeps. `seq` is its physical number, which stays the same when another card is deleted. */
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

/** The state of a transaction at the gateway. */
export type TradeStatus =
  /** Entered, nothing sent yet. */
  | 'unprocessed'
  /** The buyer has authenticated, but nothing is charged: `finishCard` charges. */
  | 'authenticated'
  /** A card passed its check; nothing is charged and nothing will be. */
  | 'checked'
  /** The money is ours. */
  | 'captured'
  /** A slip is issued and not (fully) paid. */
  | 'requested'
  /** The slip has expired. */
  | 'expired'
  /** Nothing is owed: cancelled before money came, or charged and then fully given back. */
  | 'cancelled'
  /** Charged, and fully given back in a later month. */
  | 'refunded'
  /** The gateway calls it failed. */
  | 'failed'
  /** An unknown word: an operator looks. */
  | 'other';

/** The answer of a search about one attempt. */
export type Observation = {
  status: TradeStatus;
  /** Yen of the transaction: what a card was charged (after lowering), what a slip asks for. */
  amount: number;
  /** Yen that came in so far (a card: the charged amount when captured, else 0), and in how many deposits. */
  receivedTotal: number;
  receivedCount: number;
  slip: Slip | null;
  tranId: string | null;
  /** When the gateway last changed it; this decides the way of a refund. */
  processedAt: Date | null;
  /** Contains again what a lost reply held. */
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
  /** Yen, tax included; 0 for `card_check`. */
  amount: number;
  /** `none` only for renewals that the buyer agreed to beforehand; everything else is authenticated by 3-D Secure. */
  authentication: '3ds' | 'none';
};

export type ExecCardRequest = {
  gatewayOrderId: string;
  access: Access;
  card: CardSource;
  method: 'card' | 'card_check';
  /** Where the buyer's browser comes back to after a challenge. Not used without 3-D Secure. */
  returnUrl: string | null;
  /** Sent with the charge for the card company's risk check, when known. */
  buyer: { email?: string; phone?: string };
  /** A card that will be kept must be challenged. */
  keepsCard: boolean;
};

/** The charge (or check) is done; or the buyer has to authenticate at `url` first, and nothing is charged yet. */
export type ExecOutcome = { outcome: 'done'; tranId: string | null } | { outcome: 'redirect'; url: string };

export type SlipBuyer = {
  name: string;
  /** Full-width kana; spaces are removed where the gateway allows none. */
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
  /** Days until it has to be paid. For the buyer the slip's `dueAt` counts. */
  termDays: number;
};

export type IssueBankRequest = {
  gatewayOrderId: string;
  access: Access;
  /** Some banks' accounts require it again. */
  amount: number;
  buyer: SlipBuyer;
  termDays: number;
};

/** A transaction to act on. */
export type TradeRef = { gatewayOrderId: string; access: Access };

export type LowerRequest = TradeRef & {
  /** New total, yen, which stays charged; less than now and more than 0. */
  amount: number;
};

export type CancelAllRequest = TradeRef & {
  /** Both from a search just before: they decide how the gateway gives the money back. */
  amount: number;
  capturedAt: Date;
  /** The time now. */
  at: Date;
  /** After a state error, a second search gave the same answer: use the next way. */
  otherWay?: boolean;
};

/** A call of the notify address. Only a hint (R3): it causes a search. */
export type NotificationReading =
  /** The gateway checks that we are reachable. */
  | { kind: 'ping' }
  /** Not for our shop. */
  | { kind: 'foreign' }
  /** It does not look like a notification: stored raw for an operator. */
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
      /** The same for repetitions of one event, different for two deposits of one transaction (money.md 4.10). */
      dedupKey: string;
      /** The body without passes, names and accounts. */
      masked: string;
    };

/** What the gateway reads as "received, do not send again". */
export const notificationReceipt = '0';

/** The payment methods of this installation. */
export type Capabilities = {
  kind: 'gmo' | 'scripted' | 'none';
  /** `null`: no cards. What the card frame needs to request a token. */
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
  /** Charges a card that needs no authentication, or answers where the buyer has to authenticate. */
  execCard(request: ExecCardRequest): Promise<Answer<ExecOutcome>>;
  /** The charge (or check) after the challenge. */
  finishCard(trade: TradeRef): Promise<Answer<{ tranId: string | null }>>;
  issueCvs(request: IssueCvsRequest): Promise<Answer<{ slip: CvsSlip }>>;
  issueBank(request: IssueBankRequest): Promise<Answer<{ slip: BankSlip }>>;
  /** Cancels a slip. `refused`: it is paid, or over; a search tells which. */
  cancelSlip(trade: TradeRef & { method: 'cvs' | 'bank' }): Promise<Answer<object>>;
  /** Gives a part back. `refused` here means: pay it back by transfer. */
  lowerAmount(request: LowerRequest): Promise<Answer<{ tranId: string | null }>>;
  /** Gives all back. `refused` with `state` of `refusal.ts`: search again, then `otherWay`. */
  cancelAll(request: CancelAllRequest): Promise<Answer<{ tranId: string | null }>>;
  /** Searches for one attempt; `null`: the gateway has never heard of it. May be repeated freely. */
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
  /** Whether a notification may come from this address; always true while no list is set (money.md 3.4). */
  takesNotificationFrom(ip: string): boolean;
};
