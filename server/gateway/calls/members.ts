import { type Handler, shopRefusal, siteRefusal } from '../context.ts';
import { failed } from '../wire.ts';

/** Members and their kept cards (money.md 3.1). */

const saveMember: Handler = (context, fields) => {
  const wrong = siteRefusal(context, fields);
  if (wrong) return wrong;
  const id = fields.MemberID ?? '';
  if (!/^[A-Za-z0-9_.@-]{1,60}$/.test(id)) return failed('E01220008');
  if (context.world.members.has(id)) return failed('E01390010');
  context.world.putMember({ id, cards: [] });
  return { MemberID: id };
};

const searchMember: Handler = (context, fields) => {
  const wrong = siteRefusal(context, fields);
  if (wrong) return wrong;
  const member = context.world.members.get(fields.MemberID ?? '');
  return member ? { MemberID: member.id, MemberName: '', DeleteFlag: '0' } : failed('E01390002');
};

const tradedCard: Handler = (context, fields) => {
  const wrong = shopRefusal(context, fields) ?? siteRefusal(context, fields);
  if (wrong) return wrong;
  const trade = context.world.trades.get(fields.OrderID ?? '');
  if (trade?.payType !== '0') return failed('E01110002');
  if (trade.tranId === '' || trade.face === null) return failed('E01110010');
  const member = context.world.members.get(fields.MemberID ?? '');
  if (!member) return failed('E01390002');
  context.world.putMember({ ...member, cards: [...member.cards, { ...trade.face, isDeleted: false }] });
  return {
    CardSeq: String(member.cards.length),
    CardNo: `************${trade.face.last4}`,
    Forward: trade.forward,
  };
};

const searchCard: Handler = (context, fields) => {
  const wrong = siteRefusal(context, fields);
  if (wrong) return wrong;
  const member = context.world.members.get(fields.MemberID ?? '');
  if (!member) return failed('E01390002');
  const cards = member.cards
    .map((card, seq) => ({ ...card, seq }))
    .filter(({ seq }) => fields.CardSeq === undefined || fields.CardSeq === String(seq));
  if (cards.length === 0) return failed('E01240002');
  const list = (of: (card: (typeof cards)[number]) => string) => cards.map(of).join('|');
  return {
    CardSeq: list(({ seq }) => String(seq)),
    DefaultFlag: list(() => '0'),
    CardName: list(() => ''),
    CardNo: list(({ last4 }) => `************${last4}`),
    Expire: list(({ expire }) => expire),
    HolderName: list(() => ''),
    DeleteFlag: list(({ isDeleted }) => (isDeleted ? '1' : '0')),
  };
};

const deleteCard: Handler = (context, fields) => {
  const wrong = siteRefusal(context, fields);
  if (wrong) return wrong;
  const member = context.world.members.get(fields.MemberID ?? '');
  if (!member) return failed('E01390002');
  const seq = Number(fields.CardSeq);
  const card = fields.SeqMode === '1' ? member.cards[seq] : undefined;
  if (!card || card.isDeleted) return failed('E01240002');
  const cards = member.cards.map((one, place) => (place === seq ? { ...one, isDeleted: true } : one));
  context.world.putMember({ ...member, cards });
  return { CardSeq: String(seq) };
};

export const memberCalls: Record<string, Handler> = {
  SaveMember: saveMember,
  SearchMember: searchMember,
  TradedCard: tradedCard,
  SearchCard: searchCard,
  DeleteCard: deleteCard,
};
