import { html } from 'hono/html';
import type { WayBack } from '../people.ts';
import type { Trade } from '../world.ts';
import { type Html, page, yen } from './layout.ts';

const fixed: Record<string, string> = {
  tds_n: 'このテスト用カードは、どちらを押しても本人認証に失敗します。',
  tds_r: 'このテスト用カードは、どちらを押してもカード会社に断られます。',
};

/** The page of the card company on which buyers authenticate. */
export function challengePage(trade: Trade): Html {
  const key = trade.challenge?.key ?? '';
  const address = `/tds?AccessID=${trade.accessId}&t=${key}`;
  const what = trade.jobCd === 'CHECK' ? 'カードの登録' : 'お支払い';
  return page(
    'カード会社の本人認証',
    html`<section>
<p>コノマナビでの${what}を確認します。本物では、ここでカード会社のパスワードや、スマートフォンに届く番号を入力します。</p>
<dl><dt>お店</dt><dd>コノマナビ</dd><dt>カード</dt><dd>**** ${trade.face?.last4 ?? ''}</dd></dl>
${trade.jobCd === 'CHECK' ? '' : html`<p class="big">${yen(trade.amount)}</p>`}
${fixed[trade.face?.outcome ?? ''] ? html`<p class="warn">${fixed[trade.face?.outcome ?? '']}</p>` : ''}
<form method="post" action="${address}"><div class="acts">
<button class="main" name="act" value="pass" data-testid="tds-pass">認証する</button>
<button name="act" value="fail" data-testid="tds-fail">認証に失敗する</button>
</div></form></section>
<section><h2>めったにない場合を試す</h2>
<form method="post" action="${address}"><div class="acts">
<button name="act" value="stay" data-testid="tds-stay">認証したまま、お店に戻らない</button>
<button name="act" value="close" data-testid="tds-close">何もせずに閉じる</button>
</div></form>
<p class="soft">お店に戻らなくても、コノマナビは自分で結果を確かめます。</p></section>`,
  );
}

/** The page of a challenge that is over. `null`: there never was one. */
export function challengeOverPage(back: WayBack | null): Html {
  return page(
    back ? 'この本人認証は終わっています' : 'この本人認証は見つかりません',
    back
      ? html`<section><p>結果はお店の画面でご確認ください。</p>
<div class="acts"><a class="button" href="${back.url}">お店に戻る</a></div></section>`
      : html`<section><p>アドレスが途中で切れているかもしれません。お店の画面からやり直してください。</p></section>`,
  );
}

export function challengeLeftPage(isPassed: boolean): Html {
  return page(
    isPassed ? '本人認証は済みました' : '本人認証を閉じました',
    html`<section><p>${
      isPassed
        ? 'お店には戻りません。コノマナビが自分で結果を確かめるまで、しばらくお待ちください。'
        : 'お店には何も伝わりません。料金は発生していません。'
    }</p><p class="soft">この画面は閉じてかまいません。</p></section>`,
  );
}

/** Returns to the shop by a form post, for older settings of a shop. */
export function postBackPage(back: WayBack): Html {
  return page(
    'お店に戻ります',
    html`<section><form method="post" action="${back.url}">
${Object.entries(back.fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="acts"><button class="main" data-testid="tds-return">お店に戻る</button></div></form></section>`,
  );
}
