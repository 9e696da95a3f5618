/** The content of an order's papers (money.md 4.17, 4.18), as plain data: no rows, no settings. Whole yen. */

/** The seller. `invoiceNumber`: T and 13 digits, `null` when the seller has none. */
export type Seller = {
  name: string;
  representative: string;
  address: string;
  phone: string;
  email: string;
  invoiceNumber: string | null;
};

/** One thing that was sold or paid back: yen with tax inside, its rate in per cent; `note`: a smaller line below. */
export type PaperLine = { name: string; note: string; amount: number; rate: number };

/** Sum and tax of one rate, rounded once (money.md 5.1). */
export type PaperRate = { rate: number; total: number; tax: number };

/** A passage of a contract paper. `isRed`: in a red frame with red letters, which the law demands for some passages. */
export type PaperSection = { title: string; lines: string[]; isRed: boolean };

/** How the addressee is called: a person or a company. */
export type Honorific = '様' | '御中';

/** What every paper has. Moments are epoch milliseconds. */
type Common = {
  number: string;
  orderNo: string;
  issuedAt: number;
  lines: PaperLine[];
  rates: PaperRate[];
  total: number;
  seller: Seller;
  /** Made by the test gateway; the paper says so in large letters. */
  isTest: boolean;
};

/** 領収書. `invoice`: number of the 適格請求書 of the same order; then that one carries the registration number. */
export type ReceiptFacts = Common & {
  kind: 'receipt';
  paidAt: number;
  method: string;
  proviso: string;
  invoice: string | null;
};

/** 適格請求書: only for a seller with a number. */
export type InvoiceFacts = Common & { kind: 'invoice'; paidAt: number; method: string };

/** 適格返還請求書, or 返金明細書 of a seller without a number. `original`: number of the paper of the sale. */
export type ReturnFacts = Common & {
  kind: 'return_invoice';
  paidAt: number;
  refundedAt: number;
  method: string;
  reason: string;
  original: string | null;
};

/** 概要書面, handed over before the order, and 契約書面, after it. */
export type ContractFacts = Common & {
  kind: 'outline' | 'contract';
  orderedAt: number | null;
  method: string;
  sections: PaperSection[];
};

/** The facts of a paper: kept with it, so that a reissue says the same. */
export type PaperFacts = ReceiptFacts | InvoiceFacts | ReturnFacts | ContractFacts;

/** A paper to be made: its facts, whom it is made out to, and whether 「再発行」 stands on it. */
export type Paper = PaperFacts & { name: string; honorific: Honorific; isReissue: boolean };
