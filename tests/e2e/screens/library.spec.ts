import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { demo } from './screens.ts';

const items = (page: Page) => page.getByTestId('inventory-item');
const item = (page: Page, name: string) => items(page).filter({ hasText: name });
const search = (page: Page) => page.getByRole('searchbox', { name: '講座を探す' });
const order = (page: Page) => page.getByRole('combobox', { name: '並び順' });

/** Names of the courses on screen, in their order. */
async function names(page: Page): Promise<string[]> {
  return items(page).getByRole('heading').allTextContents();
}

test('the tabs and the order change what is shown, and stand in the address', async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/course' });
  await test.step('the tabs show the courses of one state, and stand in the address', async () => {
    await expect(items(page)).toHaveCount(6);
    const tabs = page.getByRole('navigation', { name: '講座の状態' });
    await tabs.getByRole('link', { name: '期限切れ' }).click();
    await expect(items(page)).toHaveCount(1);
    await expect(items(page)).toContainText(demo.expiredCourse);
    await expect(page).toHaveURL(/\?tab=expired$/);
    await page.reload();
    await expect(items(page)).toHaveCount(1);
    await tabs.getByRole('link', { name: '受講中' }).click();
    await expect(items(page)).toHaveCount(5);
    await expect(item(page, demo.expiredCourse)).toHaveCount(0);
    await tabs.getByRole('link', { name: '完了' }).click();
    await expect(page.getByTestId('list-empty')).toContainText('完了した講座はまだありません');
    await page.getByTestId('list-empty').getByRole('link', { name: 'すべての講座を見る' }).click();
    await expect(items(page)).toHaveCount(6);
  });
  await test.step('the order changes with the choice, and stands in the address', async () => {
    await expect(items(page)).toHaveCount(6);
    await expect(items(page).first()).toContainText(demo.course);
    const byName = (await names(page)).sort(new Intl.Collator('ja', { numeric: true }).compare);
    await order(page).selectOption('名前順');
    await expect(page).toHaveURL(/\?sort=name$/);
    await expect(items(page).getByRole('heading')).toHaveText(byName);
    await order(page).selectOption('期限が近い順');
    await expect(items(page).first()).toContainText('国語 現代文と古文の読み方');
    await expect(items(page).last()).toContainText(demo.expiredCourse);
  });
});

test('on a device that has nothing yet the courses stand before they are stored', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/version.json' });
  // Storing a course never ends.
  await page.addInitScript(() => {
    const real = IDBObjectStore.prototype.put;
    IDBObjectStore.prototype.put = function put(this: IDBObjectStore, ...args: Parameters<typeof real>) {
      return this.name === 'inventories' ? ({} as IDBRequest<IDBValidKey>) : real.apply(this, args);
    };
  });
  await page.goto(`${site.network.origin}/mypage/course`);
  await expect(items(page)).toHaveCount(6);
  await expect(items(page).first()).toContainText(demo.course);
});

test.describe('the search', () => {
  test('finds a course by the letters of its name and field, whatever their form', async ({
    visit,
    student,
  }) => {
    const page = await visit({ as: student, at: '/mypage/course' });
    await expect(items(page)).toHaveCount(6);
    for (const [words, found] of [
      ['英語', demo.otherCourse],
      ['エネルギー', '物理基礎 力学・エネルギー・波'],
      ['えねるぎー', '物理基礎 力学・エネルギー・波'],
      ['ｴﾈﾙｷﾞｰ', '物理基礎 力学・エネルギー・波'],
      ['数学i', demo.course],
      ['数学 データ', demo.course],
    ] as const) {
      await test.step(`${found} for 「${words}」`, async () => {
        await search(page).fill(words);
        await expect(items(page)).toHaveCount(1);
        await expect(items(page)).toContainText(found);
      });
    }
    await page.reload();
    await expect(search(page)).toHaveValue('数学 データ');
    await expect(items(page)).toHaveCount(1);
    for (const words of ['えいごきそ', 'キソ']) {
      await test.step(`nothing for 「${words}」`, async () => {
        await search(page).fill(words);
        await expect(page.getByTestId('list-empty')).toContainText(
          `「${words}」に合う講座は見つかりませんでした`,
        );
        await page.getByRole('button', { name: '検索をやめる' }).click();
        await expect(items(page)).toHaveCount(6);
        await expect(search(page)).toHaveValue('');
      });
    }
  });

  test('keeps every letter however fast they come, and a conversion to kanji', { tag: '@long' }, async ({
    visit,
    student,
  }) => {
    const page = await visit({ as: student, at: '/mypage/course' });
    await expect(items(page)).toHaveCount(6);
    const browser = await page.context().newCDPSession(page);
    await browser.send('Emulation.setCPUThrottlingRate', { rate: 6 });
    await search(page).pressSequentially('sugaku kagaku');
    await expect(search(page)).toHaveValue('sugaku kagaku');
    await expect(page).toHaveURL(/q=sugaku\+kagaku$/);
    await search(page).fill('');
    for (const text of ['え', 'えい', 'えいご', '英語']) {
      await browser.send('Input.imeSetComposition', {
        text,
        selectionStart: text.length,
        selectionEnd: text.length,
      });
    }
    await browser.send('Input.insertText', { text: '英語' });
    await expect(search(page)).toHaveValue('英語');
    await expect(items(page)).toHaveCount(1);
  });

  test('leaves one step back, not one for each letter', { tag: '@long' }, async ({ visit, student }) => {
    const page = await visit({ as: student, at: '/mypage' });
    await page.getByRole('link', { name: '学ぶ' }).first().click();
    // The title takes the focus once, and the letters with it.
    await expect(page.getByRole('heading', { level: 1, name: '学ぶ' })).toBeFocused();
    await search(page).pressSequentially('英語');
    await expect(items(page)).toHaveCount(1);
    await page.goBack();
    await expect(page).toHaveURL(/\/mypage$/);
  });
});

test('a card says everything, is reached by keyboard and opened by a tap', async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/course' });
  await test.step('a card says what is left, what was last and how far it went', async () => {
    const card = item(page, demo.course);
    await expect(card).toContainText(/残り30[45]日/);
    await expect(card).toContainText(`前回: ${demo.resumed}`);
    await expect(card).toContainText('4 / 16 レッスン');
    await expect(item(page, demo.expiredCourse)).toContainText('期限切れ');
    await expect(item(page, '物理基礎')).toContainText('NEW');
    await expect(item(page, '物理基礎')).toContainText('まだ始めていません');
  });
  await test.step('the ribbons show what was bookmarked on another device', async () => {
    const ribbon = (name: string) => page.getByRole('button', { name: `「${name}」にしおりを付ける` });
    await expect(ribbon(demo.course)).toHaveAttribute('aria-pressed', 'true');
    await expect(ribbon(demo.otherCourse)).toHaveAttribute('aria-pressed', 'true');
    await expect(ribbon(demo.expiredCourse)).toHaveAttribute('aria-pressed', 'false');
  });
  await test.step('the keyboard reaches search, tabs, order, card and ribbon', async () => {
    const ribbon = `「${demo.course}」にしおりを付ける`;
    await expect(page.getByRole('button', { name: ribbon })).toBeVisible();
    await page.getByRole('heading', { level: 1 }).focus();
    const reached = new Set<string>();
    for (let step = 0; step < 9; step += 1) {
      await page.keyboard.press('Tab');
      const name = await page.evaluate(() => {
        const element = document.activeElement;
        return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
      });
      reached.add(name);
    }
    expect([...reached]).toEqual(
      expect.arrayContaining(['講座を探す', 'すべて', '期限切れ', demo.course, ribbon]),
    );
  });
  await test.step('a tap anywhere on a card opens the course', async () => {
    const card = item(page, demo.otherCourse);
    const box = await card.boundingBox();
    if (!box) throw new Error('no card');
    await card.click({ position: { x: box.width / 2, y: box.height - 24 } });
    await expect(page).toHaveURL(/\/mypage\/lecture\/\d+/);
  });
});

test('a deadline that is near stands out', { tag: '@long' }, async ({ site, visit, student }) => {
  await site.rows(
    `update inventories set expire_at = now() + interval '3 days' where user_id = ${student.id}`,
  );
  const page = await visit({ as: student, at: '/mypage/course' });
  await expect(item(page, demo.course)).toContainText(/残り[23]日/);
  await expect(item(page, demo.course).locator('[class*="orange"] svg')).toBeVisible();
});

test('pages follow the server and can be reloaded', async ({ site, visit }) => {
  const collector = await site.learner({ ask: 'collector', courses: 23 });
  const page = await visit({ as: collector, at: '/mypage/course' });
  await expect(items(page)).toHaveCount(20);
  await expect(page.getByTestId('list-previous')).toBeDisabled();
  const first = await names(page);
  await page.getByTestId('list-next').click();
  await expect(items(page)).toHaveCount(3);
  await expect(page.getByTestId('list-next')).toBeDisabled();
  await expect(page).toHaveURL(/\?page=2$/);
  const second = await names(page);
  expect(new Set([...first, ...second]).size).toBe(23);
  await page.reload();
  await expect(items(page)).toHaveCount(3);
  await page.getByTestId('list-previous').click();
  await expect(items(page)).toHaveCount(20);
  expect(await names(page)).toEqual(first);
});

test('what is not on the device yet can be brought for a search', async ({ site, visit }) => {
  const collector = await site.learner({ ask: 'collector', courses: 23 });
  const page = await visit({ as: collector, at: '/mypage/course' });
  await expect(items(page)).toHaveCount(20);
  await search(page).fill('講座');
  await expect(items(page)).toHaveCount(20);
  await page.getByRole('button', { name: '残りの3件も読み込む' }).click();
  await expect(items(page)).toHaveCount(23);
  await expect(page.getByRole('button', { name: /残りの/ })).toHaveCount(0);
});
