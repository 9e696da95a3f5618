import type { Page } from '@playwright/test';
import { isKept } from '../../scripted-server/stored.ts';
import { heardFromBar } from '../shortLived.ts';
import { expect, test } from './fixtures.ts';

/** Opens a page of the account from the settings, as a learner finds it. */
async function open(page: Page, row: string): Promise<void> {
  const account = page.getByRole('region', { name: 'アカウント' });
  await account.getByRole('link', { name: new RegExp(`^${row}`) }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, label: string) => page.getByRole('textbox', { name: label });
const summary = (page: Page) => page.getByTestId('form-error');

/** Another code of six digits. */
const otherThan = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('the profile is typed, survives a lost connection and is saved once; what a guardian confirmed stays', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/mypage/settings' });
  await open(page, '基本情報');
  await expect(page.getByLabel('姓', { exact: true })).toHaveValue('佐藤');
  await button(page, '保存する').click();
  await expect(summary(page).getByRole('link')).toHaveText(['生年月日を正しく選択してください。']);

  const young = String(new Date().getFullYear() - 15);
  await page.getByLabel('年', { exact: true }).selectOption(young);
  await page.getByLabel('月', { exact: true }).selectOption('4');
  await page.getByLabel('日', { exact: true }).selectOption('11');
  await page.getByLabel('セイ', { exact: true }).fill('さとう');
  await page.getByLabel('学年').selectOption('高校2年生');
  const guardian = `parent-${student.email}`;
  await page.getByLabel('保護者の方のお名前').fill('佐藤 健一');
  await page.getByLabel('続柄').selectOption('父');
  await page.getByLabel('保護者の方のメールアドレス').fill(guardian);
  site.loseApi();
  await button(page, '保存する').click();
  await expect(summary(page)).toContainText('入力した内容は残っています。');
  await expect(page.getByText('接続が戻ると、続けられます。')).toBeVisible();
  // The last field is stored a moment after it was typed.
  await expect.poll(() => isKept(page, guardian)).toBe(true);
  await page.reload();
  await expect(page.getByTestId('list-error')).toContainText('接続できませんでした');
  site.network.behave();
  await expect(page.getByLabel('セイ', { exact: true })).toHaveValue('サトウ');
  await expect(page.getByLabel('保護者の方のメールアドレス')).toHaveValue(guardian);

  site.network.forget();
  const heard = await heardFromBar(page);
  await button(page, '保存する').dblclick();
  await expect.poll(heard).toContain('保存しました。保護者の方に確認のメールを送りました。');
  await expect(page).toHaveURL(/\/mypage\/settings$/);
  expect(site.network.seen('PUT', '/accounts/profile/')).toHaveLength(1);
  expect((await site.mailbox.next(guardian)).subject).toContain('保護者の方へ');

  await open(page, '基本情報');
  await expect(page.getByText(`${guardian} に確認のメールを送り、返事を待っています。`)).toBeVisible();
  await site.rows(`update guardians set status = 'confirmed', decided = now() where user_id = ${student.id}`);
  await page.reload();
  await expect(field(page, '生年月日')).toHaveValue(`${young}年4月11日`);
  await expect(field(page, '生年月日')).toHaveAttribute('readonly');
  await expect(page.getByText('佐藤 健一 さんが確認してくださいました。')).toBeVisible();
  await page.getByLabel('名', { exact: true }).fill('美月');
  await button(page, '保存する').click();
  await expect(page.getByRole('link', { name: '基本情報 佐藤 美月' })).toBeVisible();
});

test('logins elsewhere are seen, and end one by one or all at once', async ({ site, visit, student }) => {
  const again = () => site.learner({ ask: 'session', email: student.email, password: student.password });
  const [phone, tablet, school] = [await again(), await again(), await again()];
  for (const [name, { refresh }] of Object.entries({ phone, tablet, school })) {
    await site.rows(`update sessions set device = '${name}' from refresh_tokens t
      where t.session_id = sessions.id and t.hash = encode(sha256('${refresh}'), 'hex')`);
  }
  const page = await visit({ as: student, at: '/mypage/settings' });
  await open(page, 'ログイン中の端末');
  const devices = page.getByTestId('device');
  await expect(devices).toHaveCount(4);
  await expect(devices.first()).toContainText('この端末');
  await expect(devices.first()).toContainText(/最後に使った日時 (今日|昨日) \d{1,2}:\d{2}/);
  await expect(devices.first().getByRole('button')).toHaveCount(0);

  await button(page, 'phoneをログアウトさせる').click();
  const dialog = page.getByRole('dialog', { name: '「phone」をログアウトさせますか?' });
  await button(page, 'やめる').click();
  await expect(dialog).toBeHidden();
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ code: 'server', detail: '', request_id: 'scripted-500' });
  site.network.when('DELETE', /^\/accounts\/device\//, { kind: 'answer', status: 500, headers, body }, 1);
  await button(page, 'phoneをログアウトさせる').click();
  await dialog.getByRole('button', { name: 'ログアウトさせる' }).click();
  await expect(summary(page)).toContainText('受付番号 scripted-500');
  const heard = await heardFromBar(page);
  await button(page, 'phoneをログアウトさせる').click();
  await dialog.getByRole('button', { name: 'ログアウトさせる' }).click();
  await expect.poll(heard).toContain('「phone」をログアウトさせました。');
  await expect(devices).toHaveCount(3);
  await expect(page.getByRole('list', { name: 'ログイン中の端末の一覧' })).toBeFocused();
  const other = await visit({ as: phone, at: '/mypage/course' });
  await expect(other).toHaveURL(/\/login$/);

  await button(page, 'ほかの端末をすべてログアウトさせる').click();
  const all = page.getByRole('dialog', { name: 'ほかの2台をログアウトさせますか?' });
  await all.getByRole('button', { name: 'ログアウトさせる' }).click();
  await expect(page.getByText('ほかにログイン中の端末はありません。')).toBeVisible();
  await page.reload();
  await expect(devices).toHaveCount(1);
  expect(
    await site.rows(`select device from sessions where user_id = ${student.id} and revoked is null`),
  ).toHaveLength(1);
});

test('the address of the account moves with a code to the new one, and the old one is told', async ({
  site,
  visit,
  student,
}) => {
  const fresh = `moved-${student.email}`;
  const page = await visit({ as: student, at: '/mypage/settings' });
  await page.clock.install();
  await open(page, 'メールアドレス');
  await field(page, '新しいメールアドレス').fill(`　${student.email.toUpperCase()}`);
  await page.getByLabel('現在のパスワード').fill('wrong-password-1');
  await button(page, '確認メールを送る').click();
  await expect(summary(page)).toContainText('現在と同じメールアドレスです。');
  await field(page, '新しいメールアドレス').fill(fresh);
  await button(page, '確認メールを送る').click();
  await expect(summary(page)).toContainText('現在のパスワードが正しくありません。');
  await expect(page.getByLabel('現在のパスワード')).toBeFocused();
  await page.reload();
  await expect(field(page, '新しいメールアドレス')).toHaveValue(fresh);
  await page.getByLabel('現在のパスワード').fill(student.password);
  await button(page, '確認メールを送る').click();
  await expect(page.getByLabel('認証コード')).toBeFocused();
  // Now, not after what follows, for which a slow machine may need more than this minute.
  await expect(page.getByRole('button', { name: /^コードを再送する/ })).toBeDisabled();

  const first = await site.mailbox.next(fresh);
  await page.getByLabel('認証コード').fill(otherThan(first.code));
  await button(page, '認証する').click();
  await expect(page.getByText('認証コードが正しくありません。(残り4回)').last()).toBeVisible();
  await site.rows(`update email_changes set expires = now() where user_id = ${student.id}`);
  await page.getByLabel('認証コード').fill(first.code);
  await button(page, '認証する').click();
  await expect(summary(page)).toContainText('認証コードの有効期限(30分)が切れました。');
  await page.clock.fastForward(61_000);
  await button(page, 'コードを再送する').click();
  await expect(page.getByText('新しい確認メールを送りました。')).toBeVisible();
  await site.mailbox.next(fresh);

  // The password is never kept: after a reload another mail needs it again.
  await page.reload();
  await expect(page.getByText(`${fresh} に確認メールを送りました。`)).toBeVisible();
  await page.clock.fastForward(61_000);
  await button(page, 'コードを再送する').click();
  await expect(page.getByText('パスワードをもう一度入力すると')).toBeVisible();
  await page.getByLabel('現在のパスワード').fill(student.password);
  await button(page, '確認メールを送る').click();
  await page.getByLabel('認証コード').fill((await site.mailbox.next(fresh)).code);
  await button(page, '認証する').click();
  await expect(page.getByRole('heading', { name: 'メールアドレスを変更しました' })).toBeFocused();
  await page.getByRole('link', { name: '設定にもどる' }).click();
  await expect(page.getByRole('region', { name: 'アカウント' })).toContainText(fresh);
  expect((await site.mailbox.next(student.email)).subject).toContain('メールアドレスが変更されました');
});

test('an address is found by its postal code, completed and saved', async ({ site, visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/settings' });
  await open(page, '住所');
  await button(page, '保存する').click();
  await expect(summary(page).getByRole('link')).toHaveText([
    '郵便番号を入力してください。',
    '都道府県を選択してください。',
    '市区町村を入力してください。',
    '町名・番地を入力してください。',
  ]);
  await expect(field(page, '郵便番号')).toBeFocused();
  await field(page, '郵便番号').fill('９９９−９９９９');
  await button(page, '住所を入れる').click();
  await expect(page.getByText('該当する住所が見つかりません。住所を直接入力してください。')).toBeVisible();
  await expect(field(page, '郵便番号')).toHaveValue('9999999');

  await field(page, '郵便番号').fill('〒１０１−００２１');
  await field(page, '郵便番号').press('Enter');
  await expect(field(page, '町名・番地')).toBeFocused();
  await expect(page.getByLabel('都道府県')).toHaveValue('東京都');
  await expect(field(page, '市区町村')).toHaveValue('千代田区');
  await field(page, '町名・番地').press('End');
  await field(page, '町名・番地').pressSequentially('１ー２');
  await expect(field(page, '町名・番地')).toHaveValue('外神田１ー２');

  // Two towns of two prefectures share this code.
  await site.rows(`insert into postal_codes (edition, code, prefecture, city, street)
    select edition, '4980000', place.prefecture, place.city, '' from (select edition from postal_codes limit 1) as e,
    (values ('愛知県', '弥富市'), ('三重県', '桑名郡木曽岬町')) as place (prefecture, city)`);
  await field(page, '郵便番号').fill('498-0000');
  await button(page, '住所を入れる').click();
  await page.getByLabel('見つかった場所').selectOption('三重県桑名郡木曽岬町');
  await expect(page.getByLabel('都道府県')).toHaveValue('三重県');
  await expect(field(page, '町名・番地')).toHaveValue(/１ー２|1-2/);

  site.loseApi();
  await button(page, '保存する').click();
  await expect(summary(page)).toContainText('入力した内容は残っています。');
  site.network.behave();
  await page.reload();
  await expect(field(page, '市区町村')).toHaveValue('桑名郡木曽岬町');
  site.network.forget();
  const heard = await heardFromBar(page);
  await button(page, '保存する').dblclick();
  await expect.poll(heard).toContain('住所を保存しました。');
  expect(site.network.seen('PUT', '/accounts/address/')).toHaveLength(1);
  await open(page, '住所');
  await expect(field(page, '郵便番号')).toHaveValue('4980000');
  await expect(field(page, '町名・番地')).toHaveValue('外神田1-2');
});

test('a withdrawal says what it costs, wants the password, and leaves nothing on the device', async ({
  site,
  visit,
  student,
}) => {
  const elsewhere = await site.learner({ ask: 'session', email: student.email, password: student.password });
  const page = await visit({ as: student, at: '/mypage/course' });
  await expect(page.getByTestId('inventory-item').first()).toBeVisible();
  await page.getByRole('link', { name: '設定' }).first().click();
  await open(page, '退会');
  await expect(page.getByRole('region', { name: '使えなくなるもの' })).toContainText('購入した講座');
  await expect(page.getByRole('region', { name: '残るもの' })).toContainText('30日後');
  await button(page, '退会の確認へ進む').click();
  await expect(summary(page)).toContainText('現在のパスワードを入力してください。');
  const dialog = page.getByRole('dialog', { name: '本当に退会しますか?' });
  await page.getByLabel('現在のパスワード').fill('wrong-password-1');
  await button(page, '退会の確認へ進む').click();
  await dialog.getByRole('button', { name: '退会する' }).click();
  await expect(summary(page)).toContainText('現在のパスワードが正しくありません。');
  await page.getByLabel('現在のパスワード').fill(student.password);
  await page.getByLabel('退会の理由').fill('受験が終わりました。');
  await button(page, '退会の確認へ進む').click();
  await dialog.getByRole('button', { name: 'やめる' }).click();
  await expect(dialog).toBeHidden();

  // The answer gets lost: there is no login any more that could ask what became of it.
  site.network.when('POST', '/accounts/withdraw/', { kind: 'drop-answer' }, 1);
  const heard = await heardFromBar(page);
  await button(page, '退会の確認へ進む').click();
  await dialog.getByRole('button', { name: '退会する' }).click();
  await expect.poll(async () => (await heard()).at(-1)).toMatch(/^退会の手続きが完了しました。/);
  await expect(page).toHaveURL(/\/login$/);
  const left = () =>
    page.evaluate(async () => {
      const names = (await indexedDB.databases()).map(({ name = '' }) => name);
      const kept = { ...localStorage, ...sessionStorage, cookies: document.cookie };
      return { databases: names.filter((name) => name.startsWith('u_')), kept: JSON.stringify(kept) };
    });
  await expect.poll(async () => (await left()).databases).toEqual([]);
  await expect
    .poll(async () => (await left()).kept)
    .not.toMatch(new RegExp(`${student.email}|Bearer|draft\\.|query\\.`));
  expect(
    await site.rows(`select withdraw_reason from users where id = ${student.id} and withdrawn is not null`),
  ).toEqual([{ withdraw_reason: '受験が終わりました。' }]);
  expect((await site.mailbox.next(student.email)).subject).toContain('退会の手続きが完了しました');

  await page.getByTestId('login-id').fill(student.email);
  await page.getByTestId('login-password').fill(student.password);
  await page.getByTestId('login-submit').click();
  await expect(page.getByTestId('login-error')).toContainText('正しくありません。');
  const other = await visit({ as: elsewhere, at: '/mypage/course' });
  await expect(other).toHaveURL(/\/login$/);
});
