// The piece of chalk that moves over the board during writing.
import { toPixels } from './pictures.mjs';

export const PEN = { width: 46, height: 46, tipX: 5, tipY: 40 };

const CHALK = `<svg xmlns="http://www.w3.org/2000/svg" width="92" height="92" viewBox="0 0 46 46">
<path d="M7 43l4.5-9.5 26-26a4 4 0 0 1 6 0 4 4 0 0 1 0 6l-26 26z" fill="#0008" transform="translate(1.5 1.8)" opacity=".45"/>
<path d="M5 40l5-9.5 25-25a4.5 4.5 0 0 1 6.5 6.5l-25 25z" fill="#fbf8ec"/>
<path d="M10 30.5l25-25a4.5 4.5 0 0 1 3.2-1.300L11.5 33z" fill="#fff"/>
<path d="M16.5 37l25-25a4.5 4.5 0 0 0 1.2-4L13 35z" fill="#d9d3bf"/>
<path d="M22 18.5L35 5.5a4.5 4.5 0 0 1 6.5 6.5l-13 13z" fill="#d6293e"/><path d="M22 18.5L35 5.5a4.5 4.5 0 0 1 3-1.300L23.5 20z" fill="#e8576a"/>
</svg>`;

export async function loadPen(browser) {
  const page = await browser.newPage({ viewport: { width: 92, height: 92 } });
  try {
    await page.setContent(`<body style="margin:0;background:transparent">${CHALK}</body>`);
    const png = await page.screenshot({ omitBackground: true });
    return { ...PEN, pixels: await toPixels(png, { ...PEN, format: 'rgba' }) };
  } finally {
    await page.close();
  }
}

/** Draws the pen into an RGB frame with its tip at (x, y). */
export function drawPen(frame, { width, height }, pen, x, y) {
  const left = Math.round(x) - pen.tipX;
  const top = Math.round(y) - pen.tipY;
  for (let py = 0; py < pen.height; py += 1) {
    const fy = top + py;
    if (fy < 0 || fy >= height) continue;
    for (let px = 0; px < pen.width; px += 1) {
      const fx = left + px;
      const source = (py * pen.width + px) * 4;
      const alpha = pen.pixels[source + 3] / 255;
      if (alpha === 0 || fx < 0 || fx >= width) continue;
      const target = (fy * width + fx) * 3;
      for (let c = 0; c < 3; c += 1) {
        frame[target + c] = Math.round(frame[target + c] * (1 - alpha) + pen.pixels[source + c] * alpha);
      }
    }
  }
}
