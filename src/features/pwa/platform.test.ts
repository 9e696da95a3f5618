import { expect, it } from 'vitest';
import { platformOf } from './platform.ts';

const webkit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const blink = 'AppleWebKit/537.36 (KHTML, like Gecko)';
const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${webkit}`;
const mac = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)';
const android = `Mozilla/5.0 (Linux; Android 15; K) ${blink}`;

it.each([
  [`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`, 5, 'ios-safari'],
  [`${iphone} CriOS/139.0 Mobile/15E148 Safari/604.1`, 5, 'ios-other'],
  [`${iphone} FxiOS/140.0 Mobile/15E148 Safari/605.1.15`, 5, 'ios-other'],
  [`${iphone} Mobile/15E148 Safari Line/15.1.0`, 5, 'none'],
  [`${mac} ${webkit} Version/18.5 Safari/605.1.15`, 5, 'ios-safari'],
  [`${mac} ${webkit} Version/18.5 Safari/605.1.15`, 0, 'desktop-safari'],
  [`${mac} ${blink} Chrome/139.0 Safari/537.36`, 0, 'desktop-chromium'],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${blink} Chrome/139.0 Safari/537.36 Edg/139.0`,
    0,
    'desktop-chromium',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 0, 'none'],
  [`${android} Chrome/139.0 Mobile Safari/537.36`, 5, 'android-chrome'],
  [`${android} Chrome/139.0 Mobile Safari/537.36 EdgA/139.0`, 5, 'android-edge'],
  [`${android} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`, 5, 'android-samsung'],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 5, 'android-firefox'],
  [
    `Mozilla/5.0 (Linux; Android 15; K; wv) ${blink} Version/4.0 Chrome/139.0 Mobile Safari/537.36`,
    5,
    'none',
  ],
])('%s with %i touch points is %s', (userAgent, touchPoints, platform) => {
  expect(platformOf({ userAgent, touchPoints, isStandalone: false })).toBe(platform);
  expect(platformOf({ userAgent, touchPoints, isStandalone: true })).toBe('installed');
});
