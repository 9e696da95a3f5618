import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { maintenanceAnswer } from '../../offline-kit/effects.ts';
import { findings, findingsAs } from '../axe.ts';
import { type DemoSite, expect, test, type Visit } from './fixtures.ts';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 800 };

/** What a troubled screen is brought about with. */
type Stage = {
  site: DemoSite;
  visit: (visit: Visit) => Promise<Page>;
  look: { viewport: { width: number; height: number } };
};

/** Screens that something must happen for; each leaves the page showing it. `isShort`: in `npm test`, too. */
const troubled: { name: string; isShort?: boolean; bring: (stage: Stage) => Promise<Page> }[] = [
  {
    name: '/maintenance with its info',
    bring: async ({ site, visit, look }) => {
      const info = {
        title: '定期メンテナンス',
        message: '設備を入れ替えています。',
        affected: ['ログイン', '購入'],
      };
      site.network.when('*', /^\/(api|accounts)\//, maintenanceAnswer(info));
      const page = await visit({
        as: await site.learner({ ask: 'newcomer' }),
        at: '/mypage/course',
        ...look,
      });
      await expect(page.getByTestId('maintenance')).toContainText('定期メンテナンス');
      return page;
    },
  },
  {
    name: 'error page',
    bring: async ({ site, visit, look }) => {
      const headers = { 'content-type': 'text/javascript' };
      const body = 'export function Component() { throw new Error("broken on purpose"); }';
      site.network.when('GET', /^\/assets\/settings-.*\.js$/, { kind: 'answer', status: 200, headers, body });
      const page = await visit({
        as: await site.learner({ ask: 'newcomer' }),
        at: '/mypage/settings',
        ...look,
      });
      await expect(page.getByTestId('error-page').locator('svg')).toBeVisible();
      return page;
    },
  },
  {
    name: 'offline card',
    isShort: true,
    bring: async ({ site, visit, look }) => {
      const page = await visit({
        as: await site.learner({ ask: 'newcomer' }),
        at: '/mypage/settings',
        ...look,
      });
      await expect(page.getByRole('heading', { level: 1, name: '設定' })).toBeVisible();
      site.loseApi();
      await page.goto(`${site.network.origin}/mypage/recent`);
      await expect(page.getByText('この画面はまだ保存されていません')).toBeVisible();
      return page;
    },
  },
];

/** Screens that only a sign-up under way has. */
const begun: typeof troubled = [
  {
    name: '/signup/verify with its code, and the link opened elsewhere',
    bring: async ({ site, visit, look }) => {
      const email = `axe-${randomUUID()}@example.com`;
      const page = await visit({ as: null, at: '/signup', ...look });
      await page.getByLabel('メールアドレス').fill(email);
      await page.getByLabel('パスワード', { exact: true }).fill('asagao-2026-saku');
      await page.getByLabel('本人').check();
      await page.getByLabel('同意します').check();
      await page.getByRole('button', { name: '確認メールを送る' }).click();
      await page.getByLabel('認証コード').fill('12');
      await page.getByRole('button', { name: '認証する' }).click();
      await expect(page.getByLabel('認証コード')).toHaveAttribute('aria-invalid', 'true');
      expect(await findings(page)).toEqual([]);
      const { link } = await site.mailbox.next(email);
      const other = await visit({ as: null, at: link, ...look });
      await expect(other.getByRole('heading', { name: 'パスワードを決めてください' })).toBeVisible();
      return other;
    },
  },
];

// One page for both widths, each in a theme of its own; both themes at both widths: below.
for (const { name, isShort, bring } of [...troubled, ...begun]) {
  test(`axe on ${name}, which something must happen for`, { tag: isShort ? [] : '@long' }, async ({
    site,
    visit,
  }) => {
    const page = await bring({ site, visit, look: { viewport: desktop } });
    expect.soft(await findingsAs(page, 'light')).toEqual([]);
    await page.setViewportSize(phone);
    expect(await findingsAs(page, 'dark')).toEqual([]);
  });
}

for (const viewport of [phone, desktop]) {
  test.describe(`axe on screens that something must happen for, ${viewport.width} px`, {
    tag: '@long',
  }, () => {
    for (const { name, bring } of [...troubled, ...begun]) {
      test(name, async ({ site, visit }) => {
        expect(await findings(await bring({ site, visit, look: { viewport } }))).toEqual([]);
      });
    }
  });
}
