import { chromium } from '@playwright/test';
import { chromiumLaunch } from '../../offline-kit/browser.ts';
import { expect, on, test } from './fixtures.ts';

/** A name that browsers do not trust as they trust localhost: over http it is an address of a school's own network. */
const host = 'konomanavi.test';

test('row 56: at an address without https the lobby names the way out, and no time begins to run', {
  tag: '@long',
}, async ({ hall, taker }) => {
  const { site } = hall;
  const { args = [], ...launch } = chromiumLaunch();
  const browser = await chromium.launch({
    ...launch,
    args: [...args, `--host-resolver-rules=MAP ${host} 127.0.0.1`],
  });
  try {
    const origin = `http://${host}:${site.network.port}`;
    const { cookies = [], origins = [] } = site.stateOf(taker) as Exclude<
      ReturnType<typeof site.stateOf>,
      string
    >;
    const page = await browser.newPage({
      locale: 'ja-JP',
      storageState: {
        cookies: cookies.map((cookie) => ({ ...cookie, domain: host })),
        origins: origins.map(({ localStorage }) => ({ origin, localStorage })),
      },
    });
    await page.goto(origin + hall.path('info'));
    expect(await page.evaluate(() => [isSecureContext, crypto.subtle === undefined])).toEqual([false, true]);
    await expect(on(page, 'exam-no-crypto')).toHaveText(
      'このアドレスでは受験できません。https のアドレスを開いてください。',
    );
    // Nothing else is offered that would lead nowhere.
    await expect(on(page, 'exam-lobby').getByRole('button')).toHaveCount(0);
    await expect(on(page, 'exam-lobby').getByRole('link')).toHaveText('模試のページへもどる');
    expect(await site.rows(`select id from exam_attempts where user_id = ${taker.id}`)).toEqual([]);
  } finally {
    await browser.close();
  }
});
