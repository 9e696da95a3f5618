import { bareTest, expect, test } from '../../scripted-server/fixtures.ts';

/** session.md 11.7: where the app may be sent by program. */

/** `{port}` stands for the port of the other origin. */
const refused: [string, string][] = [
  ['an absolute address', 'http://localhost:{port}/x'],
  ['an https address', 'https://example.com/'],
  ['an address starting with //', '//localhost:{port}/x'],
  ['slash and backslash', '/\\localhost:{port}/x'],
  ['a mail address', 'mailto:a@example.com'],
];
bareTest('what leads away from the app is refused unless allowed', async ({ app, other }) => {
  await app.openAsGuest('/login');
  for (const [name, url] of refused) {
    await bareTest.step(name, async () => {
      const error = await app.go(url.replace('{port}', String(other.port)));
      expect(error).not.toBeNull();
      await app.settle();
      expect(new URL(app.page.url()).origin).toBe(app.server.origin);
      expect(app.address()).toBe('/login');
    });
  }
});

for (const [name, url] of refused.slice(0, 1)) {
  bareTest(`${name} is followed when it is allowed`, async ({ app, other }) => {
    await app.openAsGuest('/login');
    await app.go(url.replace('{port}', String(other.port)), { external: true });
    await expect.poll(() => app.page.url()).toBe(`${other.origin}/x`);
  });
}

bareTest(
  'an address starting with // is followed when it is allowed',
  { tag: '@long' },
  async ({ app, other }) => {
    await app.openAsGuest('/login');
    await app.go(`//localhost:${other.port}/x`, { external: true });
    await expect.poll(() => app.page.url()).toBe(`${other.origin}/x`);
  },
);

const dangerous = [
  'javascript:document.body.dataset.broken="1"',
  'JavaScript:document.body.dataset.broken="1"',
  ' javascript:document.body.dataset.broken="1"',
  'java\nscript:document.body.dataset.broken="1"',
  'data:text/html,<h1>broken</h1>',
  'vbscript:msgbox(1)',
  'blob:null/1234',
];
bareTest('what is no address of a page is refused, even when leaving is allowed', async ({ app }) => {
  await app.openAsGuest('/login');
  for (const url of dangerous) {
    await bareTest.step(JSON.stringify(url), async () => {
      for (const external of [false, true]) {
        expect(await app.go(url, { external })).not.toBeNull();
        await app.settle();
        expect(app.address()).toBe('/login');
      }
      expect(await app.page.evaluate(() => document.body.dataset.broken)).toBeUndefined();
      await app.expectSession('out');
    });
  }
});

test('a relative path is followed inside the app, without a load', async ({ app, server }) => {
  await app.openSignedIn('/mypage');
  server.forget();
  expect(await app.go('/mypage/settings?tab=1#x')).toBeNull();
  await app.expectAddress('/mypage/settings?tab=1#x');
  await app.settle();
  expect(server.calls('GET', '/mypage/settings')).toEqual([]);
});
