import type { Page } from '@playwright/test';
import { goWithin } from '../goWithin.ts';
import type { Learner } from '../screens/questions.ts';
import { heardFromBar } from '../shortLived.ts';
import { expect, type Shop, test, waitsForNetwork } from './fixtures.ts';
import { holds } from './holds.ts';

const main = (page: Page) => page.getByRole('main');
const cards = (page: Page) => page.getByTestId('coupon-card');
const chosen = '/api/shop/cart/coupon/';

type Mine = { id: number; name: string; code: string };

/** Puts coupons into the wallet of one member, each worth a yen less than the one before. */
async function give({ site }: Shop, { id }: Learner, count: number): Promise<Mine[]> {
  const mine = await site.rows<Mine>(
    `insert into coupons (key, pack, code, name, description, discount_type, discount_value, modified)
     select 'many-${id}-' || n, (select min(pack) from coupons), 'MANY' || ${id} || 'N' || n,
       'まとめ' || n || '番のクーポン', 'たくさんの中の1枚です。', 'amount', 50 - n, now()
     from generate_series(1, ${count}) n returning id, name, code`,
  );
  await site.rows(
    `insert into coupon_wallets (user_id, coupon_id, created)
     select ${id}, id, now() from coupons where key like 'many-${id}-%'`,
  );
  return mine;
}

test.describe('the coupons of a member', { tag: '@long' }, () => {
  test('however many they are, each can be read, chosen, and read again without a network', async ({
    shop,
    visit,
    buyer,
  }) => {
    const mine = await give(shop, buyer, 25);
    const last = mine.at(-1) as Mine;
    const page = await visit({ as: buyer, at: '/mypage/coupon' });
    await expect(cards(page).filter({ hasText: last.name })).toBeVisible();
    const all = await cards(page).count();
    expect(all).toBeGreaterThan(25);

    await goWithin(page, '/cart/coupon');
    const row = cards(page).filter({ hasText: last.name });
    await expect(row.getByTestId('coupon-use')).toBeEnabled();
    await expect(cards(page)).toHaveCount(all);
    // Two taps are one choice.
    await row.getByTestId('coupon-use').dblclick();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(main(page)).toContainText(last.name);
    expect(shop.site.network.seen('PUT', chosen)).toHaveLength(1);

    const other = mine.at(-2) as Mine;
    await goWithin(page, `/cart/coupon/${other.id}`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.name);
    await main(page).getByRole('button', { name: 'このクーポンを使う' }).dblclick();
    await expect(page).toHaveURL(/\/cart$/);
    await expect(main(page)).toContainText(other.name);
    expect(shop.site.network.seen('PUT', chosen)).toHaveLength(2);

    // The pages of the cart have left the copy whole.
    await goWithin(page, '/cart/coupon');
    await expect(cards(page)).toHaveCount(all);
    shop.site.loseApi();
    await goWithin(page, '/mypage/coupon');
    await expect(main(page).getByText(/時点の内容$/)).toBeVisible();
    await expect(cards(page)).toHaveCount(all);
  });

  test('one that is not theirs leads to the cart with a word', async ({ shop, visit, buyer }) => {
    const page = await visit({ as: buyer, at: '/cart' });
    const heard = await heardFromBar(page);
    await goWithin(page, '/cart/coupon/999999');
    await expect.poll(async () => (await heard()).join()).toContain('見つからないため、カートを開きました。');
    await expect(page).toHaveURL(/\/cart$/);
    await expect(page.getByTestId('cart-item')).toHaveCount(1);
    // Where the server did not answer, nothing is said that nobody knows.
    shop.site.failAt('/api/shop/coupon/');
    await goWithin(page, '/cart/coupon/999998');
    await expect(page.getByTestId('list-retry')).toBeVisible();
    await expect(page).toHaveURL(/\/cart\/coupon\/999998$/);
  });

  test('a reload keeps them, two taps add one, and without a network every button waits', async ({
    shop,
    visit,
    buyer,
  }) => {
    const { network } = shop.site;
    // Beside the best one, which the cart takes by itself.
    await give(shop, buyer, 2);
    const [hidden] = await shop.site.rows<Mine>(
      `select id, name, code from coupons where not is_public and withdrawn is null and key not like 'many-%'
       and (expires_at is null or expires_at > now()) limit 1`,
    );
    const page = await visit({ as: buyer, at: '/cart/coupon' });
    await page.reload();
    const use = page.getByTestId('coupon-use').first();
    await expect(use).toBeEnabled();
    const code = page.getByLabel('クーポンコード');
    await code.fill('MANABU');
    await waitsForNetwork(page, shop.site, main(page).getByRole('button', { name: '適用する' }));
    await expect(code).toHaveValue('MANABU');
    await expect(use).toBeEnabled();

    await main(page)
      .getByRole('link', { name: /条件を見る/ })
      .first()
      .click();
    await expect(page).toHaveURL(/\/cart\/coupon\/\d+$/);
    const way = main(page).getByRole('button', { name: /このクーポンを使う|外す/ });
    // The address changes before the list has gone.
    await expect(way).toHaveCount(1);
    await expect(way).toBeEnabled();
    const name = await page.getByRole('heading', { level: 1 }).textContent();
    await waitsForNetwork(page, shop.site, way);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name ?? '');
    await page.reload();
    await expect(way).toBeEnabled();

    await goWithin(page, '/mypage/coupon');
    const add = page.getByTestId('coupon-add');
    await code.fill(hidden?.code ?? '');
    await waitsForNetwork(page, shop.site, add);
    await expect(code).toHaveValue(hidden?.code ?? '');
    await add.dblclick();
    await expect(cards(page).filter({ hasText: hidden?.name ?? '' })).toHaveCount(1);
    expect(network.seen('POST', '/api/shop/coupon/claim/')).toHaveLength(1);

    const before = network.seen('PUT', chosen).length;
    await page.getByTestId('coupon-use').first().dblclick();
    await expect(page).toHaveURL(/\/cart$/);
    expect(network.seen('PUT', chosen)).toHaveLength(before + 1);
  });

  test('the cart and its coupons can be read and used by everybody', async ({ shop, visit, buyer }) => {
    test.slow();
    await give(shop, buyer, 2);
    const page = await visit({ as: buyer, at: '/cart' });
    await expect(page.getByTestId('cart-item')).toHaveCount(1);
    await expect(page.getByTestId('to-checkout')).toBeEnabled();
    await holds(page, 'cart');
    await goWithin(page, '/cart/coupon');
    await expect(page.getByTestId('coupon-use').first()).toBeVisible();
    await holds(page, 'cart-coupons');
    await main(page)
      .getByRole('link', { name: /条件を見る/ })
      .first()
      .click();
    await expect(main(page).getByRole('link', { name: 'クーポンの一覧へ' })).toBeVisible();
    await holds(page, 'cart-coupon');
    await goWithin(page, '/mypage/coupon');
    await expect(cards(page).first()).toBeVisible();
    await holds(page, 'wallet');
    await main(page)
      .getByRole('link', { name: /条件を見る/ })
      .first()
      .click();
    await expect(main(page).getByRole('link', { name: 'クーポンの一覧へ' })).toBeVisible();
    await holds(page, 'wallet-coupon');
  });
});
