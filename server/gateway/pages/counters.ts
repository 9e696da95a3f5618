import { html } from 'hono/html';
import { heldYen, type Trade } from '../world.ts';
import { type Html, page, when, yen } from './layout.ts';
import { wordOf } from './start.ts';

/** The message of a counter after a press. */
export type Word = { isGood: boolean; text: string } | null;

const wordLine = (word: Word) =>
  word === null
    ? ''
    : html`<p role="status" data-testid="counter-word" class="${word.isGood ? '' : 'warn'}">${word.text}</p>`;

/** The till of a convenience store. */
export function tillPage(number: string, trade: Trade | null, word: Word): Html {
  const slip = trade?.cvs ?? null;
  const isLate = trade?.status === 'EXPIRED' || trade?.status === 'CANCEL';
  return page(
    'コンビニのレジ',
    html`<section>${wordLine(word)}
<form method="post" action="/till">
<label for="number">受付番号(払込票番号)</label>
<input id="number" type="text" name="number" inputmode="numeric" autocomplete="off" value="${number}" data-testid="till-number" required>
${
  slip !== null && trade !== null
    ? html`<p class="big">${yen(trade.amount)}</p>
<dl><dt>お客さま</dt><dd>${slip.name} 様</dd><dt>確認番号</dt><dd>${slip.confNo || 'なし'}</dd>
<dt>お支払い期限</dt><dd>${when(slip.dueAt)}</dd><dt>状態</dt><dd>${wordOf(trade)}</dd></dl>`
    : ''
}
<label class="line"><input type="checkbox" name="forced" value="1" ${isLate ? 'checked' : ''} data-testid="till-forced"> 期限切れ・取り消し済みでも受け取る(遅れて届いた入金を試す)</label>
<div class="acts"><button class="main" data-testid="till-pay">支払う</button>
<button formmethod="get" data-testid="till-look">金額を確かめる</button></div>
</form>
<p class="soft">支払い済みの番号でもう一度押すと、お店が同じ支払いを二重に報告した場合を試せます(お金は増えません)。</p></section>`,
  );
}

/** The counter of a bank. */
export function bankPage(
  given: { account: string; amount: string; name: string },
  trade: Trade | null,
  word: Word,
): Html {
  return page(
    '銀行の窓口',
    html`<section>${wordLine(word)}
${
  trade?.bank
    ? html`<dl><dt>振込先</dt><dd>口座 ${trade.bank.number}</dd><dt>ご請求</dt><dd>${yen(trade.amount)}</dd>
<dt>これまでの入金</dt><dd>${yen(heldYen(trade))}(${trade.bank.transfers.length}回)</dd>
<dt>期限</dt><dd>${when(trade.bank.dueAt)}</dd><dt>状態</dt><dd>${wordOf(trade)}</dd></dl>`
    : ''
}
<form method="post" action="/bank">
<label for="account">口座番号</label>
<input id="account" type="text" name="account" inputmode="numeric" autocomplete="off" value="${given.account}" data-testid="deposit-account" required>
<label for="amount">振込金額(円)</label>
<input id="amount" type="text" name="amount" inputmode="numeric" autocomplete="off" value="${given.amount}" data-testid="deposit-amount" required>
<label for="name">振込名義(空でもかまいません)</label>
<input id="name" type="text" name="name" autocomplete="off" value="${given.name}" data-testid="deposit-name">
<label for="on">銀行の取引日(空なら今日)</label>
<input id="on" type="date" name="on" data-testid="deposit-on">
<div class="acts"><button class="main" data-testid="deposit-pay">振り込む</button></div>
</form></section>`,
  );
}
