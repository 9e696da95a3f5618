import type { Answer, KeptCard } from '../port.ts';
import { unknownFailure } from './call.ts';
import { checked, type Gmo, shopOf, siteOf } from './context.ts';
import { rowsOf } from './wire.ts';

/** Members and the cards that the gateway keeps for them (money.md 3.1). Physical numbers only (SeqMode 1). */

const isOnly = (answer: Answer<object>, code: string) =>
  answer.kind !== 'ok' && answer.codes.length > 0 && answer.codes.every((one) => one === code);

const memberExists = 'E01390010';
const noMember = 'E01390002';
const noCard = 'E01240002';

export async function createMember(gmo: Gmo, memberId: string): Promise<Answer<object>> {
  const answer = await gmo.caller.ask({
    name: 'SaveMember',
    kind: 'other',
    fields: { ...siteOf(gmo), MemberID: memberId },
    expected: ['MemberID'],
    expects: new Set([memberExists]),
  });
  if (isOnly(answer, memberExists)) return { kind: 'ok' };
  return checked(answer, (read) => (read.MemberID === memberId ? {} : null));
}

const lastFour = (masked: string | undefined) => /\d{1,4}$/.exec(masked ?? '')?.[0] ?? '';

export async function keepCardOf(gmo: Gmo, request: { gatewayOrderId: string; memberId: string }) {
  const answer = await gmo.caller.ask({
    name: 'TradedCard',
    kind: 'other',
    fields: {
      ...shopOf(gmo),
      ...siteOf(gmo),
      OrderID: request.gatewayOrderId,
      MemberID: request.memberId,
      SeqMode: '1',
    },
    expected: ['CardSeq', 'CardNo', 'Forward'],
  });
  return checked(answer, (read) =>
    /^\d+$/.test(read.CardSeq ?? '')
      ? { card: { seq: read.CardSeq ?? '', last4: lastFour(read.CardNo) } }
      : null,
  );
}

const cardColumns = ['CardSeq', 'CardNo', 'Expire', 'DeleteFlag'] as const;

export async function listCards(gmo: Gmo, memberId: string): Promise<Answer<{ cards: KeptCard[] | null }>> {
  const answer = await gmo.caller.ask({
    name: 'SearchCard',
    kind: 'other',
    fields: { ...siteOf(gmo), MemberID: memberId, SeqMode: '1' },
    expected: cardColumns,
    expects: new Set([noMember, noCard]),
  });
  if (isOnly(answer, noMember)) return { kind: 'ok', cards: null };
  if (isOnly(answer, noCard)) return { kind: 'ok', cards: [] };
  if (answer.kind !== 'ok') return answer;
  const rows = rowsOf(answer.fields, cardColumns);
  if (
    rows === null ||
    rows.some((row) => !/^\d+$/.test(row.CardSeq ?? '') || !/^[01]$/.test(row.DeleteFlag ?? ''))
  )
    return unknownFailure('unreadable');
  return {
    kind: 'ok',
    cards: rows
      .filter((row) => row.DeleteFlag === '0')
      .map((row) => ({ seq: row.CardSeq ?? '', last4: lastFour(row.CardNo), expiry: row.Expire ?? '' })),
  };
}

export async function deleteCard(
  gmo: Gmo,
  request: { memberId: string; cardSeq: string },
): Promise<Answer<object>> {
  const answer = await gmo.caller.ask({
    name: 'DeleteCard',
    kind: 'other',
    fields: { ...siteOf(gmo), MemberID: request.memberId, SeqMode: '1', CardSeq: request.cardSeq },
    expected: ['CardSeq'],
    expects: new Set([noMember, noCard]),
  });
  // It is deleted already: this counts as success.
  if (isOnly(answer, noCard) || isOnly(answer, noMember)) return { kind: 'ok' };
  return checked(answer, (read) => (read.CardSeq === request.cardSeq ? {} : null));
}
