import type { AppPage } from '../../scripted-server/appPage.ts';
import { expect, test } from '../../scripted-server/fixtures.ts';
import type { ScriptedServer } from '../../scripted-server/server.ts';

/** session.md 11.6: what nobody foresaw, for people and for crawlers. */

const screen = 'src/app/routes/mypage/settings.tsx';

/** The settings page as a script that breaks while it is drawn. */
function breakSettings(server: ScriptedServer): void {
  server.when('GET', server.scriptOf(screen), {
    text: 'export function Component() { throw new Error("broken on purpose"); }',
    headers: { 'content-type': 'text/javascript' },
  });
}

async function openBroken(app: AppPage, server: ScriptedServer): Promise<void> {
  await app.openSignedIn('/mypage');
  breakSettings(server);
  await app.go('/mypage/settings');
}

test('an unforeseen error shows the error page and is written to the console; another page clears it', async ({
  app,
  server,
}) => {
  await openBroken(app, server);
  await expect(app.part('error-page')).toBeVisible();
  await expect(app.part('not-found')).toHaveCount(0);
  await expect.poll(() => app.said('broken on purpose').length).toBeGreaterThan(0);
  await app.go('/mypage/bookmark');
  await expect(app.part('list-empty')).toBeVisible();
  await expect(app.part('error-page')).toHaveCount(0);
});

/** Who is a crawler: src/app/routes/system/crawler.test.ts. Here: what it sees, in `npm test` of one. */
const agents: [string, string, boolean][] = [
  [
    'an ordinary browser',
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
    true,
  ],
  ['a name that merely contains the letters', 'Mozilla/5.0 Robotics/1.0', true],
  ['a name that merely contains google', 'Mozilla/5.0 googleplex/1.0', true],
  ['Googlebot', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)', false],
  ['bingbot', 'Mozilla/5.0 (compatible; bingbot/2.0)', false],
  ['Lighthouse', 'Mozilla/5.0 Chrome/130.0 Safari/537.36 Chrome-Lighthouse', false],
  ['facebookexternalhit', 'facebookexternalhit/1.1', false],
  ['the word Google', 'Mozilla/5.0 (Google Web Preview)', false],
];
for (const [name, userAgent, isShown] of agents) {
  test.describe(name, () => {
    test.use({ userAgent });
    const tag = name === 'Googlebot' ? [] : '@long';
    test(`${name} ${isShown ? 'sees the error page' : 'sees no error page'}`, { tag }, async ({
      app,
      server,
    }) => {
      await openBroken(app, server);
      await expect.poll(() => app.said('broken on purpose').length).toBeGreaterThan(0);
      await app.settle();
      await expect(app.part('error-page')).toHaveCount(isShown ? 1 : 0);
    });
  });
}
