import type { Page } from '@playwright/test';
import { dumpDatabases } from '../../offline-kit/databases.ts';
import { workerIsWarm } from '../../offline-kit/worker.ts';
import { test as base, DemoSite, expect } from './fixtures.ts';

/** A server nobody has used yet, as after the first `npm start`. */
const test = base.extend<{ fresh: DemoSite }>({
  fresh: async ({ browserName: _ }, use, { project }) => {
    const site = await DemoSite.start(project.outputDir);
    await use(site);
    await site.stop();
  },
});

const course = '物理基礎 力学・エネルギー・波';
const words = { online: '速さと速度のちがいは向き', offline: '圏外で書いた一行' };

type Kept = { level: number[]; stars: boolean[]; ribbons: boolean[]; notes: string[] };

/** What the server keeps of the learner for the lesson and its course. */
async function keptAt(site: DemoSite, lesson: string): Promise<Kept> {
  const mine = "user_id = (select id from users where email = 'student@example.com')";
  const ofLesson = `lesson_id = ${lesson} and ${mine}`;
  const checks = await site.rows<{ level: number }>(`select level from checks where ${ofLesson}`);
  const stars = await site.rows<{ is_on: boolean }>(`select is_on from favorites where ${ofLesson}`);
  const ribbons = await site.rows<{ is_check: boolean }>(
    `select is_check from bookmarks where ${mine}
     and course_id = (select course_id from lessons where id = ${lesson})`,
  );
  const notes = await site.rows<{ body: string }>(`select body from notes where ${ofLesson} order by body`);
  return {
    level: checks.map((row) => row.level),
    stars: stars.map((row) => row.is_on),
    ribbons: ribbons.map((row) => row.is_check),
    notes: notes.map((row) => row.body),
  };
}

/** How many changes wait on the device. */
async function unsent(page: Page): Promise<number> {
  const tables = Object.values(await dumpDatabases(page));
  return tables.reduce((sum, { outbox = [] }) => sum + outbox.length, 0);
}

async function openTab(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tabpanel', { name })).toBeVisible();
}

async function writeNote(page: Page, text: string): Promise<void> {
  await openTab(page, /メモ/);
  await page.getByLabel('メモを書く').fill(text);
  await page.getByRole('button', { name: '保存する' }).click();
  await expect(page.getByTestId('note-item').filter({ hasText: text })).toBeVisible();
}

/** The marks of the lesson are on, as the learner left them. */
async function expectMarks(page: Page, lessonName: string): Promise<void> {
  await expect(page.getByRole('button', { name: 'わかった', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  const star = page.getByRole('button', { name: `「${lessonName}」のお気に入り` }).first();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: `「${course}」のしおり` })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
}

test('a lesson is watched, marked and noted, and is still there when the server is not', {
  tag: '@long',
}, async ({ fresh: site, browser }) => {
  test.slow();
  const context = await browser.newContext({ locale: 'ja-JP', timezoneId: 'Asia/Tokyo' });
  const page = await context.newPage();
  await page.goto(`${site.network.origin}/login`);
  await page.getByTestId('login-id').fill('student@example.com');
  await page.getByTestId('login-password').fill('manabi-2026');
  await page.getByTestId('login-submit').click();
  await page.waitForURL('**/mypage');
  await page.getByRole('navigation', { name: 'メニュー' }).getByRole('link', { name: '学ぶ' }).click();
  await page.getByTestId('inventory-item').getByRole('link', { name: course }).click();

  const heading = page.getByRole('heading', { level: 2 }).and(page.locator('[tabindex="-1"]')).first();
  await expect(heading).toBeVisible();
  const lessonName = (await heading.textContent()) ?? '';
  await expect(page).toHaveURL(/lesson=\d+/);
  const lesson = new URL(page.url()).searchParams.get('lesson') ?? '';
  const address = page.url();

  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
  await page.keyboard.press('k');
  await page.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1);
  await page.keyboard.press('k');
  await openTab(page, /板書/);
  const board = page.getByRole('region', { name: /^板書 \d/ }).getByRole('img');
  await expect.poll(() => board.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await openTab(page, 'テキスト');
  await expect(page.getByTestId('textbook-page')).toContainText(/[ぁ-ん一-龥]{4}/);

  await page.getByRole('button', { name: 'わかった', exact: true }).click();
  await page
    .getByRole('button', { name: `「${lessonName}」のお気に入り` })
    .first()
    .click();
  await page.getByRole('button', { name: `「${course}」のしおり` }).click();
  await writeNote(page, words.online);
  const marked = { level: [3], stars: [true], ribbons: [true] };
  await expect.poll(() => keptAt(site, lesson)).toEqual({ ...marked, notes: [words.online] });
  // The place where the video stopped is on its way, too.
  await expect.poll(() => unsent(page)).toBe(0);
  await workerIsWarm(page);

  await site.shutDown();
  await page.reload();
  await expectMarks(page, lessonName);
  await openTab(page, '授業の説明');
  await expect(page.getByRole('tabpanel', { name: '授業の説明' })).toContainText(/[ぁ-ん一-龥]{4}/);
  await openTab(page, /メモ/);
  await expect(page.getByTestId('note-item')).toContainText(words.online);
  await writeNote(page, words.offline);
  await page.goto(`${site.network.origin}/mypage/course`);
  await expect(page.getByTestId('inventory-item')).toHaveCount(6);
  await expect(page.getByTestId('status-strip')).toContainText('未送信 1件');

  await site.comeBack();
  const notes = [words.online, words.offline].sort();
  // The page looks for the server again after pauses of up to a minute.
  await expect.poll(() => keptAt(site, lesson), { timeout: 90_000 }).toEqual({ ...marked, notes });
  await expect(page.getByTestId('status-strip')).toBeHidden();
  await page.goto(address);
  await expectMarks(page, lessonName);
  await openTab(page, /メモ/);
  await expect(page.getByTestId('note-item')).toHaveCount(2);
  await context.close();
});
