import { describe, expect, it } from 'vitest';
import { isCrawler } from './crawler.ts';

describe('a crawler', () => {
  it.each([
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0)',
    'Mozilla/5.0 Chrome-Lighthouse',
    'facebookexternalhit/1.1',
    'APIs-Google (+https://developers.google.com/webmasters/APIs-Google.html)',
  ])('is %s', (userAgent) => {
    expect(isCrawler(userAgent)).toBe(true);
  });

  it.each([
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36',
    'Mozilla/5.0 (X11; robotics) Firefox/140.0',
  ])('is not %s', (userAgent) => {
    expect(isCrawler(userAgent)).toBe(false);
  });
});
