// Makes the preview pictures (Open Graph) that messengers and social networks show beside a link to a public page, with
// the page's own heading. Run by hand when a heading or the mark changes (`node scripts/sharePictures.ts`, with a
// Japanese font on the machine); the results are committed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { type PicturedPage, shareFile, shareSize } from '../src/app/prerender/sharePicture.ts';
import { texts as about } from '../src/features/site/views/aboutTexts.ts';
import { texts as home } from '../src/features/site/views/homeTexts.ts';
import { texts as konomoshi } from '../src/features/site/views/konomoshiTexts.ts';
import { texts as konoshiki } from '../src/features/site/views/konoshikiTexts.ts';
import { texts as parent } from '../src/features/site/views/parentTexts.ts';
import { texts as student } from '../src/features/site/views/studentTexts.ts';
import { chromiumLaunch } from '../tests/offline-kit/browser.ts';
import { draw, mark, red, svg } from './drawing.ts';

type Words = { eyebrow: string; heading: readonly string[] };

const pages: Record<PicturedPage, Words> = { home, about, student, parent, konomoshi, konoshiki };
const font = "font-family='Noto Sans CJK JP, Hiragino Sans, Yu Gothic, sans-serif' font-weight='700'";

function shareSvg({ eyebrow, heading }: Words): string {
  const { width, height } = shareSize;
  const longest = Math.max(...heading.map((line) => line.length));
  const size = Math.min(88, Math.floor(760 / longest));
  const lines = heading.map(
    (line, place) => `<text x="90" y="${325 + place * size * 1.35}" font-size="${size}">${line}</text>`,
  );
  return svg(
    `<rect width="${width}" height="${height}" fill="#fff7f8"/>
     <rect y="${height - 18}" width="${width}" height="18" fill="${red}"/>
     <circle cx="1040" cy="300" r="230" fill="#ffe3e7"/>
     <rect x="930" y="190" width="220" height="220" rx="48" fill="${red}"/>
     <g color="#ffffff" transform="translate(938 200) scale(2.04)">${mark}</g>
     <g fill="#1b1d2a" ${font}>
       <text x="90" y="130" font-size="40">コノマナビ</text>
       ${lines.join('')}
     </g>
     <text x="90" y="200" font-size="30" fill="${red}" ${font}>${eyebrow}</text>`,
    `0 0 ${width} ${height}`,
  );
}

const folder = join(import.meta.dirname, '..', 'public');
const browser = await chromium.launch(chromiumLaunch());
const page = await browser.newPage();
for (const [name, words] of Object.entries(pages)) {
  const file = join(folder, shareFile(name as PicturedPage));
  mkdirSync(dirname(file), { recursive: true });
  const picture = await draw(page, shareSvg(words), shareSize.width, shareSize.height);
  writeFileSync(file, picture);
  console.log(`${name} ${Math.round(picture.length / 1000)} kB`);
}
await browser.close();
