// Print style of the textbooks: A5 portrait, large enough to read on a phone.
export const textbookCss = ({ deep, soft }) => `
:root { --deep:${deep}; --soft:${soft}; --ink:#22272b; --quiet:#66707a }
@page { size:148mm 210mm; margin:14mm 14mm 16mm; @bottom-center { content:counter(page); font-family:"Noto Sans JP","Noto Sans CJK JP",sans-serif; font-size:9pt; color:#66707a } }
@page cover { margin:0; @bottom-center { content:none } }
html { -webkit-print-color-adjust:exact }
body { width:120mm; color:var(--ink); font-size:11.5pt; line-height:1.7; font-weight:400; line-break:strict; overflow-wrap:anywhere }
a { color:inherit; text-decoration:none }
.cover { page:cover; width:148mm; height:209.8mm; background:var(--deep); color:#fff; position:relative; overflow:hidden }
.cover .brand { position:absolute; left:15mm; top:15mm; font-size:12pt; letter-spacing:.14em }
.cover .symbol { position:absolute; left:15mm; right:15mm; top:46mm; height:40mm; display:flex; align-items:center; font-size:44pt; color:#fff }
.cover .symbol .katex { font-size:1em }
.cover h1 { position:absolute; left:15mm; right:15mm; top:98mm; font-size:26pt; line-height:1.4; font-weight:700; word-break:auto-phrase; text-wrap:balance; padding-top:7mm; border-top:.6mm solid #ffffff80 }
.cover .kind { display:block; font-size:14pt; font-weight:400; margin-top:3mm; opacity:.9 }
.cover .teacher { position:absolute; left:15mm; bottom:15mm; display:flex; align-items:center; gap:4mm; font-size:12pt; line-height:1.5 }
.cover .teacher .face { width:17mm; height:17mm } .cover .teacher small { display:block; font-size:9pt; opacity:.85 }
.cover .arc { position:absolute; right:0; bottom:0; width:92mm; height:92mm }
section.sheet { break-before:page }
h2.plain { font-size:17pt; line-height:1.4; color:var(--deep); margin-bottom:5mm } .toc h2.plain { margin-bottom:3mm }
.toc h3 { font-size:11.5pt; color:var(--deep); margin:3mm 0 .8mm; padding-bottom:.4mm; line-height:1.5; border-bottom:.3mm solid var(--deep); break-after:avoid }
.toc ol { list-style:none } .toc li { break-inside:avoid }
.toc a { display:flex; align-items:baseline; gap:2mm; font-size:10.5pt; line-height:1.6 }
.toc a i { flex:1; border-bottom:.3mm dotted #9aa3ab; font-style:normal } .toc a b { font-weight:400; color:var(--quiet); min-width:2.6em }
.toc .page { min-width:1.6em; text-align:right }
.intro p { margin-bottom:4mm } .intro h3 { font-size:12pt; color:var(--deep); margin:6mm 0 1.5mm }
.opener { background:var(--soft); border-radius:4mm; padding:12mm 10mm; height:172mm }
.opener .number { font-size:12pt; color:var(--deep); letter-spacing:.1em } .opener h2 { font-size:22pt; line-height:1.4; color:var(--deep); margin:2mm 0 8mm; word-break:auto-phrase }
.opener h3 { font-size:10.5pt; color:var(--quiet); font-weight:400; margin-top:5mm } .opener ul { list-style:none }
.opener li { font-weight:700; line-height:1.6; margin-top:1.2mm } .opener li small { display:block; font-weight:400; font-size:9.5pt; color:var(--quiet); line-height:1.5 }
.lesson-head { border-left:1.6mm solid var(--deep); padding-left:4mm; margin-bottom:5mm }
.lesson-head p { font-size:9.5pt; color:var(--quiet); line-height:1.5 } .lesson-head h2 { font-size:17pt; line-height:1.4; word-break:auto-phrase }
.goal { background:var(--soft); border-radius:2mm; padding:2mm 4mm; font-size:10.5pt; line-height:1.6; margin-bottom:4mm } .goal b { color:var(--deep); margin-right:2mm }
.body h3 { font-size:13pt; line-height:1.5; color:var(--deep); margin:5mm 0 1.6mm; break-after:avoid }
.body h4 { font-size:12pt; line-height:1.5; margin:4mm 0 1.5mm; break-after:avoid }
p, li { orphans:2; widows:2 } .body p, .answers p { margin:0 0 2.4mm }
ul, ol { padding-left:6mm; margin:0 0 2.6mm } .toc ol, .opener ul { padding:0; margin:0 } li > p { margin:0 !important }
ul ul, ul ol, ol ul, ol ol { margin-bottom:0 } li::marker { color:var(--deep) }
:is(.body,.answers,.intro) b { font-weight:700; color:var(--deep) } .em { font-style:normal; border-bottom:.3mm solid var(--deep) }
blockquote { border-left:1mm solid #c9d0d6; padding:.5mm 0 .5mm 4mm; margin:0 0 2.6mm; color:#3d454c } blockquote p:last-child { margin:0 }
code { font-family:KaTeX_Typewriter,"Noto Sans JP",monospace } pre { background:#f4f5f7; border-radius:2mm; padding:2.5mm 4mm; margin-bottom:2.6mm; line-height:1.55; break-inside:avoid } pre code { white-space:pre-wrap; font-size:10.5pt }
table { border-collapse:collapse; margin:1mm 0 3.5mm; font-size:10pt; line-height:1.6; max-width:100%; break-inside:avoid }
th, td { border:.25mm solid #b9c2ca; padding:1mm 2.4mm; text-align:left } th { background:var(--soft); color:var(--deep); font-weight:700; word-break:auto-phrase }
rt { font-size:.5em; font-weight:400; color:var(--quiet) } ruby { ruby-align:center }
.formula { white-space:nowrap } .math { margin:.5mm 0 2.4mm; break-inside:avoid } .katex-display { margin:0 } .katex { font-size:1.06em; font-family:KaTeX_Main,"Noto Sans JP","Noto Sans CJK JP",sans-serif } .katex .cjk_fallback { font-family:"Noto Sans JP","Noto Sans CJK JP",sans-serif; font-size:.92em }
.part { margin-top:4mm } .part > h4:first-child { margin:0 0 2mm; color:var(--deep) } .part > :last-child { margin-bottom:0 !important }
.example { border:.3mm solid var(--deep); border-radius:2mm; padding:3mm 4mm; box-decoration-break:clone }
.quiz { background:#f6f7f8; border-radius:2mm; padding:3mm 4mm; box-decoration-break:clone }
.compact { line-height:1.6; font-size:11pt } .compact .body h3 { margin:3.6mm 0 1mm } .compact p, .compact ul, .compact ol { margin-bottom:1.8mm } .compact .part { margin-top:3mm } .compact .math { margin:0 0 1.6mm } .compact .lesson-head { margin-bottom:3.5mm } .compact .goal { margin-bottom:3mm; padding:1.4mm 4mm } .compact table { margin:.5mm 0 2.4mm }
.compact :is(.example,.quiz) { padding:2.4mm 4mm }
.quiz { break-inside:avoid } .see-answer { break-before:avoid }
.summary { border-top:.5mm solid var(--deep); padding-top:3mm; break-inside:avoid }
.see-answer { text-align:right; font-size:9.5pt; color:var(--quiet); margin-top:1mm !important }
.answers h3 { font-size:12pt; color:var(--deep); margin:6mm 0 2mm; padding-bottom:.6mm; border-bottom:.3mm solid #c9d0d6; break-after:avoid; line-height:1.5 }
.answers h3 span { color:var(--quiet); font-weight:400; margin-right:2.5mm }
.colophon { font-size:9.5pt; color:var(--quiet) } .colophon p { margin-bottom:3mm }
`;
