import { html } from 'hono/html';
import { testCards } from '../testCards.ts';
import { heldYen, type Trade } from '../world.ts';
import { type Html, page, when, yen } from './layout.ts';

const methods = { '0': 'カード', '3': 'コンビニ', '36': '銀行振込' } as const;

const words: Record<string, string> = {
  UNPROCESSED: '受付のみ',
  AUTHPROCESS: '本人認証を待っています',
  AUTHENTICATED: '本人認証が済みました',
  CHECK: 'カードを確認しました',
  CAPTURE: 'お支払い済み',
  PAYSUCCESS: 'お支払い済み',
  REQSUCCESS: 'お支払いを待っています',
  TRADING: 'ご入金を待っています',
  EXPIRED: '期限切れ',
  CANCEL: '取り消し',
  STOP: '取り消し',
  VOID: '全額を取り消しました',
  RETURN: '全額を返金しました',
  RETURNX: '全額を返金しました',
};

export const wordOf = (trade: Trade) => words[trade.status] ?? trade.status;

/** Where a person can continue with a transaction. */
function nextStep(trade: Trade): Html | string {
  if (trade.cvs !== null)
    return html`<a href="/till?number=${trade.cvs.receiptNo}">レジへ(${trade.cvs.receiptNo})</a>`;
  if (trade.bank !== null)
    return html`<a href="/bank?account=${trade.bank.number}">窓口へ(口座 ${trade.bank.number})</a>`;
  return trade.face ? `下4桁 ${trade.face.last4}` : '';
}

function tradeList(trades: Trade[]): Html {
  if (trades.length === 0)
    return html`<p class="soft">まだありません。コノマナビで購入の手続きをすると、ここに並びます。</p>`;
  return html`<ul class="trades">${trades.map(
    (trade) => html`<li data-testid="trade-row">
<p><strong>${yen(trade.amount)}</strong> ${methods[trade.payType]} — ${wordOf(trade)}</p>
<p class="soft">${trade.orderId}(${when(trade.enteredAt)})受け取り ${yen(heldYen(trade))}</p>
<p>${nextStep(trade)}</p></li>`,
  )}</ul>`;
}

/** Number of transactions that the first page shows. */
const newest = 20;

/** The counter: test cards, the till, the bank, and what is under way. */
export function startPage(trades: Trade[]): Html {
  const latest = trades.toSorted((one, other) => other.enteredAt - one.enteredAt).slice(0, newest);
  return page(
    'テスト決済の窓口',
    html`<p>コノマナビの購入を試すための、見せかけの決済会社です。カード会社、コンビニ、銀行の役をここで演じられます。</p>
<section><h2>テスト用カード</h2>
<p class="soft">有効期限はこれから来る年月(例 12/30)、セキュリティコードと名義は好きなものでかまいません。ほかの番号では支払えません。実在のカード番号は入力しないでください。</p>
<div class="wide"><table>
<thead><tr><th>カード番号</th><th>どうなるか</th></tr></thead>
<tbody>${testCards.map(
      (card) =>
        html`<tr data-testid="test-card"><td><code>${card.number}</code></td><td>${card.note}</td></tr>`,
    )}</tbody></table></div></section>
<section><h2>コンビニのレジ</h2>
<p class="soft">注文のあとに表示された受付番号(払込票番号)で、店頭での支払いを試せます。</p>
<div class="acts"><a class="button" href="/till">レジを開く</a></div></section>
<section><h2>銀行の窓口</h2>
<p class="soft">振込先の口座番号に、好きな金額・名義で振り込めます。足りない、多い、2回に分ける、なども試せます。</p>
<div class="acts"><a class="button" href="/bank">窓口を開く</a></div></section>
<section><h2>最近の取引</h2>${tradeList(latest)}</section>`,
    true,
  );
}
