import type { PayFailure } from '#contracts/shopOrder.ts';

/** Reasons that can be shown to a buyer, as far as the gateway's codes give one (money.md 6). */
export type RefusalReason = Extract<
  PayFailure,
  'limit' | 'not_accepted' | 'input' | 'tds' | 'token' | 'unknown'
>;

/** Card company's answers `42G..`: the two digits after the G. */
const cardAnswers: Record<string, RefusalReason> = {};
const cardReasons: [RefusalReason, string][] = [
  ['limit', '02 03 04 05 06 07 55'],
  ['input', '42 44 45 65 83'],
  ['not_accepted', '12 22 30 54 56 60 61 92 93 94 95 96 97 98 99'],
];
for (const [reason, digits] of cardReasons) for (const two of digits.split(' ')) cardAnswers[two] = reason;

/** The rest, the longest prefix first. */
const beginnings: [string, RefusalReason][] = [
  ['E41170099', 'input'],
  ['E01170', 'input'],
  ['E01180', 'input'],
  ['E01190', 'input'],
  ['E01240002', 'not_accepted'],
  ['E01390002', 'not_accepted'],
  ['E21', 'tds'],
  ['E41', 'not_accepted'],
  ['EX1', 'token'],
  ['42G', 'not_accepted'],
];

/** What a code of the gateway means to the buyer. */
export function reasonOf(code: string): RefusalReason {
  const answer = /^42G(\d\d)/.exec(code)?.[1];
  if (answer !== undefined && cardAnswers[answer] !== undefined) return cardAnswers[answer];
  return beginnings.find(([start]) => code.startsWith(start))?.[1] ?? 'unknown';
}

/** What an answer with these codes (worst first) means to the buyer. */
export function refusalReason(codes: readonly string[]): RefusalReason {
  return codes.map(reasonOf).find((reason) => reason !== 'unknown') ?? 'unknown';
}

/**
 * Refusals after which the card networks forbid another try with the same card: lost, stolen, closed, number, expiry
 * (money.md 4.15). The buyer is asked for another card.
 */
const hardAnswers = new Set(['12', '22', '30', '54', '56', '60', '61', '65', '83', '97', '99']);

export function isHardRefusal(codes: readonly string[]): boolean {
  return codes.some((code) => {
    const answer = /^42G(\d\d)/.exec(code)?.[1];
    if (answer !== undefined) return hardAnswers.has(answer);
    return /^(E41|E01240002|E01390002|E0117|E0118)/.test(code);
  });
}

/**
 * A code as the gateway gave it; `null` for a word of ours in its place (`connect`, `letters`), which tells nobody
 * anything who reads it on a page. The gateway's have no small letters, ours nothing else.
 */
export function gatewayCode(code: string | null): string | null {
  return code !== null && /^[0-9A-Z]+$/.test(code) ? code : null;
}

/**
 * Why money cannot go back in this way. `state`: search again and use the other way; `too_old` and `other`: by
 * transfer.
 */
export function refundObstacle(codes: readonly string[]): 'state' | 'too_old' | 'other' {
  if (codes.some((code) => /^E1101001[0-7]$/.test(code))) return 'too_old';
  if (codes.some((code) => /^(E1101|M1101)/.test(code))) return 'state';
  return 'other';
}

/** An OrderID that the gateway has seen before: the attempt takes the next suffix. */
export function isOrderIdUsed(codes: readonly string[]): boolean {
  return codes.some((code) => code === 'E01040010' || code === 'M01004010');
}
