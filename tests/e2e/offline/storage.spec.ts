import { breakDatabases, evictDatabases, upgradeDatabase } from '../../offline-kit/storage.ts';
import { besidePage } from '../../offline-kit/worker.ts';
import { expect, follow, test } from './fixtures.ts';

test.use({ isInstalled: true });

test('a browser that stores nothing: the app works online and says so', async ({ site, learner, page }) => {
  await breakDatabases(page);
  await site.logIn(page, learner, '/mypage/bookmark');
  const toggle = page.getByRole('button', { name: `「${learner.courses[0]?.name}」にしおりを付ける` });
  await expect(page.getByTestId('storage-line')).toContainText('端末に保存できません');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-pressed', 'false');
  await expect
    .poll(() => site.rows(`select is_check from bookmarks where user_id = ${learner.id}`))
    .toEqual([{ is_check: false }]);
});

test('databases that the browser threw away are noticed and filled again', async ({
  site,
  learner,
  page,
  context,
}) => {
  await site.settle(page, learner, ['notice']);
  await page.close();
  const beside = await besidePage(context, `${site.network.origin}/version.json`);
  await evictDatabases(beside, /^u_/);
  const next = await context.newPage();
  await site.open(next, '/mypage/notice');
  await expect(next.getByTestId('storage-line')).toHaveAttribute('data-health', 'evicted');
  await expect(next.locator('main').getByText(learner.notice)).toBeVisible();
});

test('a tab whose database a newer version has taken asks to be reloaded, and nothing is lost', async ({
  site,
  learner,
  page,
  context,
}) => {
  await site.settle(page, learner, ['course']);
  const beside = await besidePage(context, `${site.network.origin}/version.json`);
  await upgradeDatabase(beside, /^u_/);
  await expect(page.getByTestId('storage-notice')).toContainText('再読み込み');
  await site.network.disconnect();
  await page.getByRole('button', { name: '再読み込み' }).click();
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
});

test('a connection to the database that the system cut is opened again', async ({ site, learner, page }) => {
  await page.addInitScript(() => {
    const open = IDBFactory.prototype.open;
    const known: IDBDatabase[] = [];
    IDBFactory.prototype.open = function (...args) {
      const request = open.apply(this, args);
      request.addEventListener('success', () => known.push(request.result));
      return request;
    };
    Object.assign(globalThis, {
      cutConnections: () => {
        for (const database of known) {
          database.close();
          database.onclose?.(new Event('close'));
        }
      },
    });
  });
  await site.settle(page, learner, ['course']);
  await page.evaluate(() => (globalThis as unknown as { cutConnections: () => void }).cutConnections());
  await follow(page, '/mypage/favorite');
  await expect(page.getByTestId('favorite-item').first()).toBeVisible();
});
