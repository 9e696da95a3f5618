import type { Page } from '@playwright/test';
import { freshFetch } from '../../offline-kit/freshFetch.ts';
import { findings } from '../axe.ts';
import { type DemoSite, expect, test } from './fixtures.ts';

// product.md 2.2.A `/entry-exam`

let made = 0;

/** An address that nobody has used in this run. */
function newEmail(): string {
  made += 1;
  return `mio-${process.pid}-${made}@example.com`;
}

type Subject = 'japanese' | 'math' | 'english';

/** Applies as the form does; answers the link of the mail. */
async function linkFor(site: DemoSite, email: string, subjects: Subject[]): Promise<string> {
  const answer = await freshFetch(`${site.network.origin}/api/exam/entry/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grade: 'j3', subjects, email, agree_terms: true }),
  });
  expect(answer.status).toBe(202);
  return (await site.mailbox.next(email)).link;
}

/** How many answers of a test the server has. */
function answersAtServer(site: DemoSite, email: string, subject: Subject) {
  return expect.poll(async () => {
    const [row] = await site.rows<{ cells: Record<string, { v: string }> }>(
      `select n.cells from exam_attempts a join exam_answers n on n.attempt_id = a.id
         join entry_tests t on t.id = a.entry_test_id
       where t.email = '${email}' and a.subject = '${subject}'`,
    );
    return Object.values(row?.cells ?? {}).filter(({ v }) => v !== '').length;
  });
}

/** Moves the end of a running subject to so many seconds from now, by the server's clock. */
function moveEnd(site: DemoSite, email: string, seconds: number): Promise<unknown[]> {
  return site.rows(
    `update exam_attempts a set deadline = now() + interval '${seconds} seconds' from entry_tests t
     where t.id = a.entry_test_id and t.email = '${email}' and a.state = 'running' returning a.subject`,
  );
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
const saved = (page: Page, state: 'saved' | 'away') =>
  expect(page.getByTestId('entry-saved')).toHaveAttribute('data-state', state);
const answered = (page: Page, count: number) =>
  expect(page.getByText(`解答 ${count} / 10問`, { exact: true })).toBeVisible();
const subject = (page: Page, name: string) => page.getByTestId('subject').filter({ hasText: name });
const score = (page: Page, name: string) => page.getByTestId('score').filter({ hasText: name });

/** The device notices that it has a network again, as a phone does that leaves the tunnel. */
async function comeBack(site: DemoSite, page: Page): Promise<void> {
  site.network.behave();
  await page.evaluate(() => dispatchEvent(new Event('online')));
}

async function openTest(page: Page): Promise<void> {
  await expect(title(page, '実力診断テスト')).toBeVisible();
  // The token has left the address: from here on a reload finds the test on the device.
  await expect(page).toHaveURL(/\/entry-exam\?view=test$/);
}

async function begin(page: Page, name: string): Promise<void> {
  await button(page, `${name}を始める`).click();
  await expect(title(page, name)).toBeFocused();
  await expect(page.getByRole('timer')).toHaveText(/^1[45]:\d\d$/);
}

async function handIn(page: Page): Promise<void> {
  await button(page, '提出する').click();
  await page.getByRole('dialog').getByRole('button', { name: '提出する' }).click();
}

test('the form says what is missing, keeps what was typed, and sends once there is a way', async ({
  site,
  visit,
}) => {
  const email = newEmail();
  const page = await visit({ as: null, at: '/entry-exam' });
  await expect(page.getByRole('rowheader', { name: '国語' })).toBeVisible();
  await button(page, '診断テストを受ける').first().click();
  await expect(page.getByLabel('学年')).toBeFocused();
  const form = page.locator('form');
  const send = form.getByRole('button', { name: '診断テストを受ける' });
  for (const name of [/国語/, /数学/, /英語/]) await form.getByRole('checkbox', { name }).uncheck();
  await send.click();
  const summary = page.getByTestId('form-error');
  await expect(summary.getByRole('link')).toHaveText([
    '学年を選択してください。',
    '受ける教科を選択してください。',
    'メールアドレスを入力してください。',
    '利用規約・プライバシーポリシーへの同意が必要です。',
  ]);
  await expect(page.getByLabel('学年')).toBeFocused();

  await page.getByLabel('学年').selectOption('中学3年生');
  for (const name of [/数学/, /英語/]) await form.getByRole('checkbox', { name }).check();
  await form.getByLabel('メールアドレス').fill(`  ${email.toUpperCase()}`);
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('draft.entry-exam') ?? ''))
    .toContain(email.toUpperCase());
  await page.reload();
  await expect(page.getByLabel('学年')).toHaveValue('j3');
  await expect(form.getByRole('checkbox', { name: /国語/ })).not.toBeChecked();
  await expect(form.getByRole('checkbox', { name: /数学/ })).toBeChecked();
  await form.getByLabel('同意します').check();
  site.loseApi();
  await send.click();
  await expect(summary).toContainText('入力した内容は残っています。');
  await comeBack(site, page);
  await expect(page.getByText('この操作にはインターネット接続が必要です。')).toBeHidden();
  await send.click();
  const sent = page.getByTestId('entry-sent');
  await expect(sent).toContainText(
    '受験案内をメールで送信しました。すでに受験済みの方には結果のご案内が届きます。',
  );
  await expect(sent).toContainText(`${email} に送りました。`);
  await expect(page.getByRole('heading', { name: 'メールを確認してください' })).toBeFocused();
  const mail = await site.mailbox.next(email);
  expect(mail.text).toContain('数学・英語(それぞれ15分)');
  expect(mail.link).toMatch(/^\/entry-exam\?token=/);
});

test('a test goes on without a network and after a reload; its result comes on screen, and by mail on another device', async ({
  site,
  visit,
}) => {
  const email = newEmail();
  const page = await visit({ as: null, at: await linkFor(site, email, ['japanese', 'math', 'english']) });
  await openTest(page);
  expect(await findings(page)).toEqual([]);
  await begin(page, '国語');
  await page.getByLabel('自分の力に比べて、与えられた役目が軽すぎること。').check();
  await answersAtServer(site, email, 'japanese').toBe(1);
  await saved(page, 'saved');

  site.loseApi();
  await button(page, '次の問題').click();
  await expect(page.getByRole('heading', { level: 2, name: '第2問' })).toBeFocused();
  await page.getByLabel('図る').check();
  await saved(page, 'away');
  await expect(page.getByText('解答はこの端末に保存しています。')).toBeVisible();
  await page.getByRole('button', { name: /^第3問/ }).click();
  await page.getByLabel('霧', { exact: true }).check();
  await answered(page, 3);
  await page.reload();
  await answered(page, 3);
  await saved(page, 'away');
  await expect(page.getByLabel('霧', { exact: true })).toBeChecked();
  await comeBack(site, page);
  await answersAtServer(site, email, 'japanese').toBe(3);
  await saved(page, 'saved');
  expect(await findings(page)).toEqual([]);

  await button(page, '提出する').click();
  await expect(page.getByRole('dialog')).toContainText('未解答が7問あります。このまま提出しますか?');
  await page.getByRole('dialog').getByRole('button', { name: '提出する' }).click();
  await expect(subject(page, '国語')).toHaveAttribute('data-state', 'done');
  await expect(subject(page, '国語')).toContainText('10問中3問に解答');

  await begin(page, '数学');
  await page.getByLabel('解答').fill('１３');
  await button(page, '次の問題').click();
  await page.getByRole('button', { name: /^第1問/ }).click();
  await expect(page.getByLabel('解答')).toHaveValue('13');
  await handIn(page);
  await expect(subject(page, '数学')).toHaveAttribute('data-state', 'done');
  await button(page, '残りの教科は受けずに結果を見る').click();
  await page.getByRole('dialog').getByRole('button', { name: '結果を見る' }).click();

  await expect(title(page, '実力診断テストの結果')).toBeFocused();
  await expect(score(page, '国語')).toContainText('10問中 3問正解');
  await expect(score(page, '数学')).toContainText('10問中 1問正解');
  await expect(score(page, '英語')).toContainText('受けていません');
  await expect(page.getByTestId('weak-area').getByRole('link').first()).toHaveAttribute(
    'href',
    /^\/course\/\d+$/,
  );
  await page.getByText('国語の正解と解説').click();
  await expect(page.getByTestId('solution').first()).toContainText('力のほうが足りないときは「力不足」');
  expect(await findings(page)).toEqual([]);

  const mail = await site.mailbox.next(email);
  expect(mail.text).toContain('国語: 10問中3問正解');
  const other = await visit({ as: null, at: mail.link, viewport: { width: 390, height: 844 } });
  await expect(score(other, '国語')).toContainText('10問中 3問正解');
  await button(other, 'この端末から結果を消す').click();
  await other.getByRole('dialog').getByRole('button', { name: '消す' }).click();
  await expect(other.getByRole('heading', { level: 1, name: /3教科×15分/ })).toBeVisible();
  await other.goto(`${site.network.origin}/entry-exam?view=test`);
  await expect(other.getByTestId('no-link')).toContainText('メールのボタンから開いてください');

  const again = await linkFor(site, email, ['english']);
  await other.goto(site.network.origin + again);
  await expect(score(other, '数学')).toContainText('10問中 1問正解');
});

test('the time ends by the clock of the server; what came too late is told', { tag: '@long' }, async ({
  site,
  visit,
}) => {
  const email = newEmail();
  const page = await visit({ as: null, at: await linkFor(site, email, ['math', 'english']) });
  await openTest(page);
  await begin(page, '数学');
  await page.getByLabel('解答').fill('13');
  await answersAtServer(site, email, 'math').toBe(1);
  await moveEnd(site, email, 5);
  await page.reload();
  await expect(subject(page, '数学')).toHaveAttribute('data-state', 'done');
  await expect(subject(page, '数学')).toContainText('10問中1問に解答・時間で終わりました');

  await begin(page, '英語');
  site.loseApi();
  await page.getByLabel('has lived').check();
  await saved(page, 'away');
  await moveEnd(site, email, -300);
  await comeBack(site, page);
  await expect(title(page, '実力診断テストの結果')).toBeVisible();
  await expect(page.getByText('1問の解答は、終了時刻のあとに入力されたか')).toBeVisible();
  await expect(score(page, '英語')).toContainText('10問中 0問正解');
  await expect(score(page, '数学')).toContainText('10問中 1問正解');
});

test('two devices work on one test, by keys alone on one of them', { tag: '@long' }, async ({
  site,
  visit,
}) => {
  const email = newEmail();
  const link = await linkFor(site, email, ['english']);
  const page = await visit({ as: null, at: link });
  await openTest(page);
  await button(page, '英語を始める').focus();
  await page.keyboard.press('Enter');
  await expect(title(page, '英語')).toBeFocused();
  await page.getByLabel('lives', { exact: true }).focus();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('lived', { exact: true })).toBeChecked();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByLabel('has lived', { exact: true })).toBeChecked();
  await answersAtServer(site, email, 'english').toBe(1);

  const phone = await visit({ as: null, at: link, viewport: { width: 390, height: 844 } });
  await answered(phone, 1);
  await button(phone, '次の問題').click();
  await phone.getByLabel('was built', { exact: true }).check();
  await answersAtServer(site, email, 'english').toBe(2);

  await button(page, '次の問題').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: '第2問' })).toBeFocused();
  await button(page, '次の問題').focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('who', { exact: true }).focus();
  await page.keyboard.press('Space');
  await answersAtServer(site, email, 'english').toBe(3);
  await answered(page, 3);
  await button(page, '提出する').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toContainText('未解答が7問あります。');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await handIn(page);
  await expect(score(page, '英語')).toContainText('10問中 3問正解');
  await phone.reload();
  await expect(score(phone, '英語')).toContainText('10問中 3問正解');
});
