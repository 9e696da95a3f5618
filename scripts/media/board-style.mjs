// Look of the board (1280 x 720): dark green, chalk colours, wide margins, a quiet footer.
import { FIGURE_CSS } from './figure.mjs';

export const BOARD = { width: 1280, height: 720 };

export const BOARD_CSS = `
:root { --board:#21463b; --chalk:#f7f5ea; --strong:#ffe28c; --red:#ff9f98; --blue:#93d1ff; --quiet:#a9c3b8 }
body { width:1280px; height:720px; overflow:hidden; background:var(--board); color:var(--chalk) }
.board { position:relative; width:1280px; height:720px; background:var(--board) }
header { position:absolute; left:64px; right:64px; top:36px; height:74px; display:flex; align-items:flex-start; justify-content:space-between; gap:40px }
header h1 { position:relative; font-size:42px; line-height:56px; font-weight:700; letter-spacing:.02em; white-space:nowrap; color:var(--chalk); padding-bottom:10px }
header h1::after { content:""; position:absolute; left:0; right:0; bottom:0; height:5px; border-radius:3px; background:var(--accent) }
header .lesson { flex:0 1 auto; min-width:0; font-size:20px; line-height:56px; color:var(--quiet); white-space:nowrap; overflow:hidden; text-overflow:ellipsis }
main { position:absolute; left:64px; right:64px; top:134px; height:502px; display:flex; gap:48px; font-size:var(--size,46px) }
.texts { flex:1 1 0; min-width:0; height:100%; display:flex; flex-direction:column; gap:var(--gap,.5em); justify-content:flex-start }
.figures { flex:0 0 auto; height:100%; display:flex; flex-direction:column; gap:20px; justify-content:center; align-items:center }
.figure { color:var(--chalk); flex:none }
footer { position:absolute; left:0; right:0; bottom:0; height:72px; padding:0 64px; display:flex; align-items:center; gap:16px; color:var(--quiet); font-size:20px }
footer::before { content:""; position:absolute; left:64px; right:64px; top:0; height:1.5px; background:#ffffff24 }
footer .face { width:48px; height:48px } footer .face svg { display:block }
footer .meter { width:34px; height:28px }
footer .place { margin-left:auto; letter-spacing:.04em }
.text { font-weight:500; line-height:1.5; word-break:auto-phrase; overflow-wrap:anywhere; line-break:strict }
.text strong { color:var(--strong); font-weight:700 }
.text em { color:var(--blue); font-style:normal }
.text p + p { margin-top:.3em }
.text ul, .text ol { padding-left:1.35em } .text li + li { margin-top:.15em }
.text ul > li::marker { content:"・"; color:var(--accent) } .text ol > li::marker { color:var(--accent) }
.text blockquote { border-left:5px solid var(--accent); padding-left:.6em }
.text code { font-family:"Noto Sans Mono CJK JP",monospace; font-size:.88em; color:var(--strong) }
.text pre { line-height:1.45 } .text pre code { white-space:pre; color:var(--chalk) }
.text :is(h1,h2,h3,h4) { font-size:1em; color:var(--accent) }
.text table { border-collapse:collapse; font-size:.84em }
.text :is(th,td) { border:1.5px solid #ffffff80; padding:.12em .7em; text-align:center }
.text th { color:var(--accent); font-weight:700 }
.text rt { font-size:.42em; font-weight:400; color:var(--quiet) }
.text .katex { font-size:1.1em } .text .katex-display { margin:.1em 0; text-align:left } .text .katex-display > .katex { text-align:left }
.formula { white-space:nowrap } .answer { display:contents }
.title { position:absolute; inset:0; padding:0 110px; display:flex; flex-direction:column; justify-content:center }
.title .course { font-size:26px; color:var(--accent); letter-spacing:.04em; margin-bottom:26px }
.title h1 { font-size:72px; line-height:1.3; font-weight:700; letter-spacing:.02em; word-break:auto-phrase; text-wrap:balance }
.title .goal { font-size:30px; line-height:1.5; color:var(--chalk); margin-top:30px; padding-left:22px; border-left:6px solid var(--accent); opacity:.92; word-break:auto-phrase }
.title .teacher { display:flex; align-items:center; gap:18px; margin-top:56px; font-size:26px }
.title .teacher .face { width:84px; height:84px }
.title .teacher small { display:block; font-size:18px; color:var(--quiet); margin-top:4px }
.title .symbol { position:absolute; right:90px; bottom:70px; font-size:64px; color:#ffffff; opacity:.13 }
[data-step] { visibility:var(--shown, visible) }
.meter i { display:none }
${FIGURE_CSS}`;
