// Makes icons, shortcut icons and splash screens of the installed app from scripts/mark.svg. Run by hand when the mark
// or the list of devices changes (`node scripts/appImages.ts`); the results are committed.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium } from 'playwright';
import { startPictures } from '../src/features/pwa/startPictures.ts';
import { chromiumLaunch } from '../tests/offline-kit/browser.ts';
import { draw, mark, red, svg } from './drawing.ts';

const root = join(import.meta.dirname, '..');
const publicFolder = join(root, 'public');
const white = '#ffffff';

/** Signs of the shortcuts, from the same icon set as the app's screens, on a 24 by 24 grid. */
const signs = {
  resume: '<path d="M7 4v16l13 -8z"/>',
  review: '<path d="M18 7v14l-6 -4l-6 4v-14a4 4 0 0 1 4 -4h4a4 4 0 0 1 4 4z"/>',
  download:
    '<path d="M4 17v2a2 2 0 0 0 2 2h12a2 2 0 0 0 2 -2v-2"/><path d="M7 11l5 5l5 -5"/><path d="M12 4l0 12"/>',
} as const;

/**
 * Look of a picture: background colour and corner radius (of 100), colour and scale of the mark (1: its natural width).
 */
type Look = { back: string; ink: string; radius: number; scale: number };

const icons: Record<string, Look & { size: number }> = {
  'icon-192.png': { size: 192, back: red, ink: white, radius: 22, scale: 0.94 },
  'icon-512.png': { size: 512, back: red, ink: white, radius: 22, scale: 0.94 },
  // The phone's own shape may cut off the outer tenth.
  'maskable-192.png': { size: 192, back: red, ink: white, radius: 0, scale: 0.76 },
  'maskable-512.png': { size: 512, back: red, ink: white, radius: 0, scale: 0.76 },
  'monochrome-512.png': { size: 512, back: 'none', ink: white, radius: 0, scale: 0.94 },
  'badge-96.png': { size: 96, back: 'none', ink: white, radius: 0, scale: 1.2 },
  'apple-touch-180.png': { size: 180, back: red, ink: white, radius: 0, scale: 0.88 },
  'favicon-32.png': { size: 32, back: white, ink: red, radius: 20, scale: 1.16 },
};
const favicon: Look = { back: white, ink: red, radius: 20, scale: 1.16 };

function centred(content: string, ink: string, scale: number): string {
  const shift = Math.round(5000 * (1 - scale)) / 100;
  const drop = Math.round((shift + 2 * scale) * 100) / 100;
  return `<g color="${ink}" transform="translate(${shift} ${drop}) scale(${scale})">${content}</g>`;
}

function iconSvg({ back, ink, radius, scale }: Look): string {
  return svg(`<rect width="100" height="100" rx="${radius}" fill="${back}"/>${centred(mark, ink, scale)}`);
}

function shortcutSvg(sign: string): string {
  const strokes = `fill="none" stroke="${red}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"`;
  return svg(
    `<circle cx="50" cy="50" r="50" fill="#ffeef0"/><g ${strokes} transform="translate(23 23) scale(2.25)">${sign}</g>`,
  );
}

/** The mark in the middle of the screen, as wide as on the icon beside other apps. */
function splashSvg(width: number, height: number): string {
  const side = Math.round(Math.min(width, height) * 0.42);
  const [x, y] = [Math.round((width - side) / 2), Math.round((height - side) / 2)];
  return svg(
    `<rect width="${width}" height="${height}" fill="${red}"/><g color="${white}" transform="translate(${x} ${y}) scale(${side / 100})">${mark}</g>`,
    `0 0 ${width} ${height}`,
  );
}

function save(file: string, content: string | Buffer): void {
  const path = join(publicFolder, file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

const browser = await chromium.launch(chromiumLaunch());
const page = await browser.newPage();
save('icons/favicon.svg', iconSvg(favicon));
for (const [name, { size, ...look }] of Object.entries(icons)) {
  save(`icons/${name}`, await draw(page, iconSvg(look), size, size));
}
for (const [name, sign] of Object.entries(signs)) {
  save(`icons/shortcuts/${name}-96.png`, await draw(page, shortcutSvg(sign), 96, 96));
}
rmSync(join(publicFolder, 'splash'), { recursive: true, force: true });
for (const { file, width, height } of startPictures) {
  save(file, await draw(page, splashSvg(width, height), width, height));
}
await browser.close();
console.log(
  `${readdirSync(join(publicFolder, 'splash')).length} start pictures, ${Object.keys(icons).length} icons`,
);
