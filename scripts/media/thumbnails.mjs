// Course thumbnails: colour, symbol and name of the course, all in the same style.
import path from 'node:path';
import { symbolHtml } from './board-page.mjs';
import { escapeHtml, htmlDocument, openHtml } from './browser.mjs';
import { courseColors } from './colors.mjs';
import { courseDir } from './paths.mjs';
import { writeWebp } from './pictures.mjs';

const SIZE = { width: 1280, height: 720 };

const css = ({ deep, soft }) => `
:root { --deep:${deep}; --soft:${soft} }
body { width:1280px; height:720px; background:var(--soft); color:var(--deep); overflow:hidden; position:relative }
.shape { position:absolute; inset:0 }
.subject { position:absolute; left:80px; top:70px; font-size:34px; font-weight:700; background:var(--deep); color:#fff; border-radius:999px; padding:8px 34px; letter-spacing:.08em }
.symbol { position:absolute; left:80px; right:80px; top:170px; height:250px; display:flex; align-items:center; font-size:132px; font-weight:700; white-space:nowrap }
.symbol > span { display:inline-block } .symbol .katex { font-size:1.05em }
.name { position:absolute; left:80px; right:80px; bottom:64px; height:190px; display:flex; flex-direction:column; justify-content:flex-end; font-size:60px; line-height:1.35; font-weight:700; color:#22272b; word-break:auto-phrase; text-wrap:balance }
`;

function thumbnailPage(course, fontDir) {
  const body = `<svg class="shape" viewBox="0 0 1280 720"><circle cx="1130" cy="150" r="330" fill="#fff" fill-opacity=".55"/><circle cx="1130" cy="150" r="200" fill="#fff" fill-opacity=".6"/><rect x="0" y="0" width="20" height="720" fill="${courseColors(course).deep}"/></svg>
<div class="subject">${escapeHtml(course.subject.name)}</div><div class="symbol"><span>${symbolHtml(course.symbol)}</span></div><div class="name"><div>${escapeHtml(course.name)}</div></div>`;
  return htmlDocument({ title: course.name, css: css(courseColors(course)), body, fontDir });
}

function fitSymbol() {
  const symbol = document.querySelector('.symbol');
  const inner = symbol.firstElementChild;
  for (
    let size = 132;
    size > 40 && inner.getBoundingClientRect().width > symbol.clientWidth - 20;
    size -= 4
  ) {
    symbol.style.fontSize = `${size}px`;
  }
}

export async function makeThumbnail({ course, browser, fontDir }) {
  const page = await browser.newPage({ viewport: SIZE });
  try {
    await openHtml(page, `${course.id}-thumbnail`, thumbnailPage(course, fontDir));
    await page.evaluate(fitSymbol);
    const file = path.join(courseDir(course.id), 'thumbnail.webp');
    await writeWebp(await page.screenshot(), file, { width: 640, height: 360, quality: 84 });
  } finally {
    await page.close();
  }
}
