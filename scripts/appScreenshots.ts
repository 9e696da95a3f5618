// Takes the screenshots of the app for the manifest (install dialogs show them) and for the README. Run by hand against
// a server with the demo when screens have changed (`npm start`, then `node scripts/appScreenshots.ts
// http://localhost:4173`); the results are committed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright';
import { chromiumLaunch } from '../tests/offline-kit/browser.ts';

const folder = join(import.meta.dirname, '..', 'public', 'screenshots');
/** The account `npm start` prints. */
const account = { email: 'student@example.com', password: 'manabi-2026' };
/**
 * The screenshots: address, and the element that shows that the page is complete. The lecture is designed for phones.
 */
const places = [
  { name: 'home', path: '/mypage', ready: '#resume', devices: ['phone', 'desktop'] },
  {
    name: 'library',
    path: '/mypage/course',
    ready: '[data-testid=inventory-item]',
    devices: ['phone', 'desktop'],
  },
  { name: 'lecture', path: '/mypage/resume', ready: 'video', devices: ['phone'] },
];
const devices = {
  phone: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
} as const;

async function toWebp(browser: Browser, png: Buffer): Promise<Buffer> {
  const page = await browser.newPage();
  const encoded = await page.evaluate(
    async (source) => {
      const image = new Image();
      image.src = source;
      await image.decode();
      const canvas = document.createElement('canvas');
      canvas.width = image.naturalWidth;
      canvas.height = image.naturalHeight;
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      return canvas.toDataURL('image/webp', 0.8).split(',')[1] ?? '';
    },
    `data:image/png;base64,${png.toString('base64')}`,
  );
  await page.close();
  return Buffer.from(encoded, 'base64');
}

async function logIn(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByTestId('login-id').fill(account.email);
  await page.getByTestId('login-password').fill(account.password);
  await page.getByTestId('login-submit').click();
  await page.waitForURL('**/mypage');
}

/** Waits until visible pictures and fonts are loaded. A picture outside the visible area never loads. */
async function settle(page: Page, ready: string): Promise<void> {
  await page.locator(ready).first().waitFor();
  await page.waitForFunction(() => {
    const isInSight = (image: HTMLImageElement) => {
      const { top, bottom, left, right } = image.getBoundingClientRect();
      return bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    };
    const pictures = [...document.images].filter(isInSight);
    return pictures.every(({ complete, naturalWidth }) => complete && naturalWidth > 0);
  });
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
}

const origin = process.argv[2] ?? 'http://localhost:4173';
const browser = await chromium.launch(chromiumLaunch());
for (const [device, options] of Object.entries(devices)) {
  const context = await browser.newContext({ ...options, locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  await logIn(page, origin);
  for (const { name, path, ready } of places.filter((place) => place.devices.includes(device))) {
    await page.goto(origin + path);
    await settle(page, ready);
    const file = join(folder, `${name}-${device}.webp`);
    writeFileSync(file, await toWebp(browser, await page.screenshot()));
    console.log(file);
  }
  await context.close();
}
await browser.close();
