import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { japanMs } from '../wire.ts';

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

const style = `
:root { color-scheme: light dark; --ground: #f6f4ef; --paper: #fff; --ink: #23211d; --soft: #5d584f; --line: #d9d3c7;
  --main: #1d5c4c; --on-main: #fff; --warn: #8a3b12; --banner: #ffd75e; --on-banner: #3a2b00; }
@media (prefers-color-scheme: dark) { :root { --ground: #191815; --paper: #24221e; --ink: #f2efe8; --soft: #b9b3a7;
  --line: #45413a; --main: #7fd1b9; --on-main: #0c2a22; --warn: #ffb48a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 1rem/1.7 system-ui, 'Hiragino Sans', 'Noto Sans JP', sans-serif; }
.banner { background: var(--banner); color: var(--on-banner); text-align: center; padding: .5rem 1rem; font-weight: 700; }
main { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; line-height: 1.4; margin: .5rem 0 1rem; }
h2 { font-size: 1.125rem; margin: 0 0 .75rem; }
a { color: var(--main); }
section { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem; margin: 0 0 1.25rem; }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { text-align: left; padding: .5rem .5rem .5rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child td { border-bottom: 0; }
code { font: 600 1rem/1.4 ui-monospace, Menlo, monospace; white-space: nowrap; user-select: all; }
.wide { overflow-x: auto; margin-top: .75rem; }
.trades { list-style: none; margin: 0; padding: 0; }
.trades li { padding: .75rem 0; border-top: 1px solid var(--line); }
.trades p { margin: 0; }
.soft { color: var(--soft); font-size: .9375rem; margin: .25rem 0 0; }
.warn { color: var(--warn); font-weight: 700; }
label { display: block; font-weight: 700; margin: .75rem 0 .25rem; }
label.line { display: flex; gap: .5rem; align-items: center; font-weight: 400; min-height: 2.75rem; }
input[type=text], input[type=date] { width: 100%; font: inherit; padding: .625rem .75rem; border: 1px solid var(--soft); border-radius: .5rem; background: var(--paper); color: inherit; }
.big { font-size: 1.75rem; font-weight: 700; font-variant-numeric: tabular-nums; margin: 0; }
.acts { display: flex; flex-wrap: wrap; gap: .75rem; margin: 1.25rem 0 .75rem; }
button, .button { font: inherit; font-weight: 700; min-height: 2.75rem; padding: .5rem 1.5rem; border-radius: 999px; border: 2px solid var(--main); background: var(--paper); color: var(--main); cursor: pointer; text-decoration: none; display: inline-flex; align-items: center; }
button.main { background: var(--main); color: var(--on-main); }
:focus-visible { outline: 3px solid var(--banner); outline-offset: 2px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 0; } dt { color: var(--soft); } dd { margin: 0; }
`;

/** A page of the gateway. Every page says first that no money moves. */
export function page(title: string, body: Html, isStart = false): Html {
  return html`<!doctype html>
<html lang="ja">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} | テスト決済</title>
<style>${raw(style)}</style>
</head>
<body>
<header class="banner" data-testid="test-banner">テスト決済 — 実際のお金は動きません</header>
<main>
${isStart ? '' : html`<a href="/">テスト決済の窓口へ戻る</a>`}
<h1>${title}</h1>
${body}
</main>
</body>
</html>`;
}

export const yen = (amount: number) => `${amount.toLocaleString('ja-JP')}円`;

const two = (value: number) => String(value).padStart(2, '0');

export function when(time: number): string {
  const day = new Date(time + japanMs);
  const clock = `${two(day.getUTCHours())}:${two(day.getUTCMinutes())}`;
  return `${day.getUTCFullYear()}年${day.getUTCMonth() + 1}月${day.getUTCDate()}日 ${clock}`;
}
