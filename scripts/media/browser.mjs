// One headless Chromium for the whole run; pages are HTML files written to the cache folder.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from 'playwright';
import { prepareFonts } from './fonts.mjs';
import { cacheRoot, katexRoot } from './paths.mjs';
import { findProgram } from './programs.mjs';

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--font-render-hinting=none',
];

export async function openBrowser() {
  return chromium.launch({ executablePath: findProgram('chromium', 'chromium-browser'), args: FLAGS });
}

/** Opens `html` as a local file, so that KaTeX's style sheet and the fonts can be loaded beside it. */
export async function openHtml(page, name, html) {
  mkdirSync(cacheRoot, { recursive: true });
  const file = path.join(cacheRoot, `${name}.html`);
  writeFileSync(file, html);
  await page.goto(pathToFileURL(file).href);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

export const escapeHtml = (text) =>
  String(text).replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

function fontFaces(fontDir) {
  if (!fontDir) return '';
  return Object.entries(prepareFonts(fontDir))
    .map(
      ([weight, file]) =>
        `@font-face{font-family:"Noto Sans JP";font-weight:${weight};src:url("${pathToFileURL(file).href}")}`,
    )
    .join('\n');
}

export const FONT_STACK = '"Noto Sans JP","Noto Sans CJK JP",sans-serif';

export function htmlDocument({ title, css, body, fontDir }) {
  return `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="${pathToFileURL(path.join(katexRoot, 'katex.min.css')).href}">
<style>${fontFaces(fontDir)}
*{box-sizing:border-box;margin:0;padding:0}
body{font-family:${FONT_STACK};font-feature-settings:"palt" 0}
${css}</style></head><body>${body}</body></html>`;
}
