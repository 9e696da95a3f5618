/** 概要書面 and 契約書面: what the law demands to be told, from the frozen offer (money.md 4.18). Pure. */
import type { OrderRow } from '../../db/schema/order.ts';
import type { ContractFacts, PaperSection, Seller } from '../../db/schema/paperFacts.ts';
import type { FrozenItem, Snapshot } from '../../db/schema/shop.ts';
import { coolingOffDays } from '../money/coolingOff.ts';
import { highestFee } from '../money/midterm.ts';
import { taxByRate } from '../money/tax.ts';
import { methodNames, yen } from '../money/wording.ts';
import { paperNumber, periodNote } from './facts.ts';

type Offer = Pick<Snapshot, 'method' | 'total'> & {
  items: Pick<FrozenItem, 'name' | 'paid' | 'rate' | 'accessDays'>[];
};

function coolingOff(seller: Seller): PaperSection {
  return {
    title: 'クーリング・オフ(契約の解除)について',
    isRed: true,
    lines: [
      `契約書面を受け取った日を1日目として${coolingOffDays}日間は、書面または電子メールなどの電磁的記録により、理由を問わず契約を解除できます。解除は、その通知を発した時に効力が生じます。`,
      '購入履歴の画面からも解除できます。そのほかの宛先は、この書面の終わりにある事業者の住所またはメールアドレスです。',
      '解除された場合、損害賠償や違約金は請求しません。すでに受講された分の対価も請求しません。お支払い済みの金額は、すみやかに全額をお返しします。返金にかかる費用は当社が負担します。',
      `当社(${seller.name})が事実と違うことを告げたために誤認し、または威迫したために困惑してクーリング・オフをしなかった場合は、あらためてクーリング・オフができる旨の書面を受け取った日から${coolingOffDays}日間、解除できます。`,
      '契約書面の受け取りを確認していない間は、この期間は始まりません。',
    ],
  };
}

function midterm(): PaperSection {
  return {
    title: '中途解約について',
    isRed: false,
    lines: [
      'クーリング・オフの期間が過ぎたあとも、利用期間の途中でいつでも契約を解約できます。',
      `お返しする金額は「お支払い額 − 利用した日数分の金額 − 解約手数料」です。利用した日数分は、お支払い額×利用した日数÷利用期間の日数(解約の日を含み、1円未満は切り捨て)です。`,
      `解約手数料は、利用期間の30日分にあたる金額と${yen(highestFee)}のうち低いほうです。最初の講義を始める前の解約に、手数料はかかりません。`,
      '金額は、解約を申し込む前に購入履歴の画面で確かめられます。',
    ],
  };
}

function sections(offer: Offer, seller: Seller): PaperSection[] {
  const plain = (title: string, ...lines: string[]): PaperSection => ({ title, lines, isRed: false });
  return [
    plain(
      '役務の内容と提供の方法',
      '上の表の講座について、録画した講義、演習問題、テキストをインターネットで提供します。受講する時間と場所の定めはありません。',
      'ご利用には、インターネットにつながるパソコン、スマートフォンまたはタブレットが必要です。通信にかかる費用はお客さまのご負担です。',
    ),
    plain('役務の提供期間', 'お支払いを確認した時から、上の表にある利用期間の終わりまでです。'),
    plain(
      '代金とお支払い',
      `代金の合計は${yen(offer.total)}(税込)です。このほかに入会金、教材費などの費用はかかりません。`,
      `お支払い方法は${methodNames[offer.method]}の一括払いです。割賦やローンは取り扱っていません。`,
    ),
    plain('関連商品', 'ご購入が必要な商品はありません。'),
    coolingOff(seller),
    midterm(),
    plain('前受金の保全', 'お支払いいただいた代金について、保全のための特別な措置は講じていません。'),
    plain('特約', '特約はありません。'),
    plain(
      '申し込みの受け付け',
      `この契約はインターネットで受け付け、${seller.name}(${seller.representative})が締結します。お問い合わせは、この書面の終わりにある電話番号またはメールアドレスへお寄せください。`,
    ),
  ];
}

function contractFacts(
  kind: ContractFacts['kind'],
  offer: Offer,
  seller: Seller,
  given: Pick<ContractFacts, 'orderNo' | 'number' | 'issuedAt' | 'orderedAt' | 'isTest'>,
): ContractFacts {
  const lines = offer.items.map(({ name, paid, rate, accessDays }) => ({
    name,
    note: periodNote(given.issuedAt, accessDays),
    amount: paid,
    rate,
  }));
  return {
    ...given,
    kind,
    lines,
    rates: taxByRate(lines),
    total: offer.total,
    seller,
    method: methodNames[offer.method],
    sections: sections(offer, seller),
  };
}

/** 概要書面 of an offer that nobody has ordered yet. */
export function outlineOfOffer(offer: Offer, seller: Seller, now: number, isTest: boolean): ContractFacts {
  const given = { orderNo: 'ご注文の前', number: '概要', issuedAt: now, orderedAt: null, isTest };
  return contractFacts('outline', offer, seller, given);
}

/**
 * Both papers of an order that was just made. The outline says the same as before the order, with the order's number
 * added.
 */
export function papersOfOrder(
  order: Pick<OrderRow, 'orderNo' | 'created' | 'isTest'>,
  offer: Offer,
  seller: Seller,
): ContractFacts[] {
  const { orderNo, isTest } = order;
  const at = order.created.getTime();
  return (['outline', 'contract'] as const).map((kind) =>
    contractFacts(kind, offer, seller, {
      orderNo,
      number: paperNumber(orderNo, kind, 1),
      issuedAt: at,
      orderedAt: kind === 'contract' ? at : null,
      isTest,
    }),
  );
}
