import { expect, test } from './fixtures.ts';

test('the terms name their version and lead to each article; older versions can be read', async ({
  visit,
}) => {
  const page = await visit({ as: null, at: '/eula' });
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1, name: '利用規約' })).toBeVisible();
  await expect(page).toHaveTitle('利用規約|コノマナビ');
  await expect(main).toContainText('第2版 2026年10月1日から適用');
  await expect(main).toContainText('見本学習サービス株式会社(見本の事業者名です)');

  const article = page.getByRole('heading', { name: '第8条 オフラインでのご利用' });
  await expect(article).not.toBeInViewport();
  await page
    .getByRole('navigation', { name: '目次' })
    .getByRole('link', { name: /^第8条/ })
    .click();
  await expect(article).toBeInViewport();
  await page.reload();
  await expect(article).toBeInViewport();

  await page.getByRole('link', { name: '第1版' }).click();
  await expect(main).toContainText('これは過去の版(第1版)です。');
  await expect(page).toHaveURL(/\/eula\?version=1$/);
  await expect(article).toHaveCount(0);
  await page.getByRole('link', { name: 'いまの版を読む' }).click();
  await expect(article).toHaveCount(1);
  await page.goto(`${new URL(page.url()).origin}/eula?version=99`);
  await expect(page.getByTestId('not-found')).toBeVisible();
});

test('it prints as a document: the text alone, with its version, dark on white in both themes', {
  tag: '@long',
}, async ({ visit }) => {
  const page = await visit({ as: null, at: '/commerce', colorScheme: 'dark' });
  await page.evaluate(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '');
  });
  await page.getByRole('button', { name: '印刷する・PDFで保存する' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-printed', '');
  const title = page.getByRole('heading', { level: 1 });
  await expect(title).not.toHaveCSS('color', 'rgb(20, 24, 31)');
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(title).toHaveCSS('color', 'rgb(20, 24, 31)');
  await expect(page.getByText('第1版').first()).toBeVisible();
  await expect(page.getByRole('table').first()).toBeVisible();
  for (const left of ['banner', 'navigation', 'button'] as const)
    await expect(page.getByRole(left)).toHaveCount(0);
});

test('without a server the last copy is read, with its time; what was never opened says so', {
  tag: '@long',
}, async ({ site, visit }) => {
  const page = await visit({ as: null, at: '/privacy' });
  const rule = page.getByRole('heading', { name: '6. 第三者への提供' });
  await expect(rule).toHaveCount(1);
  site.loseApi();
  await page.reload();
  await expect(rule).toHaveCount(1);
  await expect(page.getByText(/時点の内容/)).toBeVisible();
  // A version of its own: the page of the one in force is made by the server, which is still there.
  await page.goto(`${site.network.origin}/konoshiki-eula?version=1`);
  await expect(page.getByText('この画面はまだ保存されていません')).toBeVisible();
  site.bringApiBackUnnoticed();
  await page.getByTestId('list-retry').click();
  await expect(page.getByRole('heading', { name: '第3条 無料体験' })).toHaveCount(1);
});
