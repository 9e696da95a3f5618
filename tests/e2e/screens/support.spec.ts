import type { Page } from '@playwright/test';
import { type DemoSite, expect, test } from './fixtures.ts';

let made = 0;

/** An address that nobody has used in this run: a server takes five questions an hour from one. */
function newEmail(): string {
  made += 1;
  return `toi-${process.pid}-${made}@example.com`;
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = { name: '画面.png', mimeType: 'image/png', buffer: png };
const question = '数学の講座の動画が再生できません。画面は真っ暗です。';

async function fill(page: Page, email: string): Promise<void> {
  await page.getByLabel('お問い合わせの種類').selectOption('講座・授業');
  await page.getByLabel('お名前').fill('山田 太郎');
  await page.getByLabel('メールアドレス').fill(email);
  await page.getByLabel('お問い合わせ内容').fill(question);
  // They come between the field and the box below it.
  await expect(page.getByTestId('faq-suggestions')).toBeVisible();
  await page.getByLabel('に同意する').check();
}

const review = (page: Page) => page.getByRole('button', { name: '入力内容を確認する' }).click();
const send = (page: Page) => page.getByRole('button', { name: '送信する' });

/** Without a server the page looks for it again after pauses of up to a minute. */
const whenNoticed = { timeout: 90_000 };

/** Questions of an address as the desk has them. */
async function stored(
  site: DemoSite,
  email: string,
): Promise<{ number: string; user_id: number | null; files: number }[]> {
  return site.rows(
    `select i.number, i.user_id, count(f.id)::int as files from inquiries i
     join inquiry_messages m on m.inquiry_id = i.id left join support_files f on f.message_id = m.id
     where i.email = '${email}' group by i.id order by i.created`,
  );
}

test('a guest asks: the form helps, keeps what was typed, asks once more and sends once', async ({
  site,
  visit,
}) => {
  const email = newEmail();
  const page = await visit({ as: null, at: '/contact/complete' });
  await expect(page).toHaveURL(/\/contact$/);

  await review(page);
  await expect(page.getByTestId('form-error').getByRole('link')).toHaveText([
    'お問い合わせの種類を選択してください。',
    'お名前を入力してください。',
    'メールアドレスを入力してください。',
    'お問い合わせ内容は10文字以上2000文字以内で入力してください。',
    'プライバシーポリシーへの同意が必要です。',
  ]);
  await expect(page.getByLabel('お問い合わせの種類')).toBeFocused();

  await fill(page, ' ＴＯＩ＠ｅｘａｍｐｌｅ．ｃｏｍ ');
  await expect(page.getByLabel('メールアドレス')).toHaveValue('toi@example.com');
  await page.getByLabel('メールアドレス').fill(email);
  const near = page.getByTestId('faq-suggestions').getByText('動画が再生できません', { exact: true });
  await near.click();
  await expect(page.getByText('ほかの端末で同じ講座を再生していたら、止める')).toBeVisible();

  await page.reload();
  await expect(page.getByLabel('お問い合わせ内容')).toHaveValue(question);
  await page.getByTestId('files').setInputFiles({ ...picture, name: 'memo.txt', mimeType: 'text/plain' });
  await expect(page.getByRole('alert')).toHaveText('画像・PDFは1件5MB以内、3件まで添付できます。');
  await page.getByTestId('files').setInputFiles(picture);
  await expect(page.getByRole('button', { name: '画面.pngを外す' })).toBeVisible();
  await page.getByLabel('に同意する').check();
  await review(page);

  await expect(page.getByRole('heading', { name: '入力内容の確認' })).toBeFocused();
  await expect(page.getByRole('definition').filter({ hasText: question })).toBeVisible();
  await send(page).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: 'お問い合わせを受け付けました' })).toBeVisible();
  await expect(page.getByText('t*****@example.com')).toBeVisible();
  const number = await page.getByTestId('inquiry-number').textContent();
  expect(await stored(site, email)).toEqual([{ number, user_id: null, files: 1 }]);
  await page.goto(`${site.network.origin}/contact`);
  await expect(page.getByLabel('お問い合わせ内容')).toHaveValue('');
});

test('the mailed link opens the thread once; the guest replies, closes and opens it again', async ({
  site,
  visit,
}) => {
  const email = newEmail();
  const page = await visit({ as: null, at: '/contact' });
  await fill(page, email);
  await page.getByTestId('files').setInputFiles(picture);
  await review(page);
  await send(page).click();
  await expect(page.getByTestId('inquiry-number')).toBeVisible();
  const { link } = await site.mailbox.next(email);

  await page.goto(site.network.origin + link);
  const messages = page.getByTestId('message');
  await expect(messages).toHaveText(new RegExp(question));
  await expect(page).toHaveURL(/\/inquiry\/[\w-]+$/);
  const saved = page.waitForEvent('download');
  await page.getByRole('link', { name: /^画面\.png/ }).click();
  expect((await saved).suggestedFilename()).toBe('画面.png');

  const reply = page.getByRole('textbox', { name: /^返信/ });
  site.loseApi();
  await reply.fill('再起動しても同じでした。');
  await page.getByRole('button', { name: '返信する' }).click();
  await expect(page.getByTestId('reply-waiting')).toBeVisible();
  await page.reload();
  await expect(messages).toHaveCount(1);
  await expect(page.getByTestId('reply-waiting')).toBeVisible();
  site.network.behave();
  await expect(messages).toHaveCount(2, whenNoticed);
  await expect(page.getByTestId('reply-waiting')).toHaveCount(0);

  await page.getByRole('button', { name: '解決した' }).click();
  await expect(page.getByText('このお問い合わせは終了しています。')).toBeVisible();
  await expect(page.getByRole('link', { name: '新しく問い合わせる' })).toHaveAttribute('href', '/contact');
  await page.getByRole('button', { name: 'もう一度開く' }).click();
  await expect(reply).toBeVisible();
});

test('without the link a guest is led to a new one, and nobody learns which numbers exist', async ({
  site,
  visit,
}) => {
  const page = await visit({ as: null, at: '/inquiry/00000000-0000-4000-8000-000000000000' });
  await expect(page.getByText('確認メールのリンクから開いてください。')).toBeVisible();
  await page.goto(`${site.network.origin}/inquiry/00000000-0000-4000-8000-000000000000?token=used`);
  await expect(page.getByText('リンクの有効期限が切れているか、使用済みです。')).toBeVisible();
  const ask = async (number: string, email: string) => {
    await page.getByLabel('受付番号').fill(number);
    await page.getByLabel('メールアドレス').fill(email);
    await page.getByRole('button', { name: 'リンクをメールで受け取る' }).click();
  };
  await ask('12345', 'x');
  await expect(page.getByTestId('form-error')).toContainText(
    '受付番号またはメールアドレスが正しくありません。',
  );
  await ask('ｑ２２２２２２２２２', newEmail());
  await expect(
    page.getByText('受付番号とメールアドレスが一致する場合、確認のメールを送信しました。'),
  ).toBeFocused();
});

test('what a guest wrote without a way waits on the device and goes out once, as a guest’s, whoever is logged in', async ({
  site,
  visit,
  student,
}) => {
  const email = newEmail();
  const page = await visit({ as: null, at: '/contact' });
  await fill(page, email);
  await page.getByTestId('files').setInputFiles(picture);
  await review(page);
  // File and letter reach the server, the last answer is lost; from then on there is no way.
  site.network.when('POST', '/api/support/contact/', { kind: 'drop-request' });
  site.network.when('POST', '/api/support/contact/', { kind: 'drop-answer' }, 1);
  await send(page).click();
  await expect(page.getByTestId('letter-kept')).toBeFocused();
  await expect(page.getByTestId('kept-letters')).toContainText('送信を待っています');
  await expect(page.getByTestId('kept-letters')).not.toContainText('山田');
  await expect(page.getByLabel('お問い合わせ内容')).toHaveValue('');

  await page.goto(`${site.network.origin}/login`);
  await page.getByTestId('login-id').fill(student.email);
  await page.getByTestId('login-password').fill(student.password);
  await page.getByTestId('login-submit').click();
  await expect(page).toHaveURL(/\/mypage$/);
  site.network.behave();
  site.network.forget();
  await page.goto(`${site.network.origin}/mypage`);
  await site.network.arrival('POST', '/api/support/contact/');
  const [asked, ...others] = await stored(site, email);
  expect([asked?.files, asked?.user_id, others]).toEqual([1, null, []]);

  await page.getByTestId('logout').click();
  await expect(page).toHaveURL(/\/login$/);
  await page.goto(`${site.network.origin}/contact`);
  await expect(page.getByTestId('kept-letters')).toHaveText(new RegExp(`受付番号は ${asked?.number} です。`));
  expect(await stored(site, email)).toEqual([asked]);
});

test('a letter that alone does not get through is tried less and less often', { tag: '@long' }, async ({
  site,
  visit,
}) => {
  const page = await visit({ as: null, at: '/contact' });
  await fill(page, newEmail());
  await page.getByTestId('files').setInputFiles(picture);
  await review(page);
  // Its file arrives each time, so that the server seems to be back before each try of the rest.
  site.network.when('POST', '/api/support/contact/', { kind: 'drop-request' });
  await send(page).click();
  await expect(page.getByTestId('letter-kept')).toBeVisible();
  await site.network.arrival('POST', '/api/support/contact/', 3);
  const third = Date.now();
  await site.network.arrival('POST', '/api/support/contact/', 6);
  expect(Date.now() - third).toBeGreaterThan(4000);
});

test('a member asks with the account and finds the thread in the list, nobody else does', async ({
  site,
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/contact' });
  await expect(page.getByLabel('お名前')).toHaveCount(0);
  await page.getByLabel('お問い合わせの種類').selectOption('お支払い・返金');
  await page.getByLabel('注文番号').fill('Ａ-12');
  await page.getByLabel('お問い合わせ内容').fill('領収書の宛名を変えたいです。');
  await page.getByLabel('に同意する').check();
  await review(page);
  site.loseApi();
  await send(page).click();
  await expect(page.getByTestId('letter-kept')).toBeVisible();
  await expect(page.getByTestId('status-strip')).toContainText('未送信');
  site.network.behave();
  await expect(page.getByTestId('kept-letters')).toContainText('受付番号は Q', whenNoticed);
  await page.getByRole('button', { name: '閉じる' }).click();
  await expect(page.getByTestId('kept-letters')).toHaveCount(0);

  await page.goto(`${site.network.origin}/inquiry`);
  const item = page.getByTestId('inquiry-item');
  await expect(item).toHaveText(/領収書の宛名を変えたいです。/);
  await item.click();
  await expect(page.getByTestId('message')).toHaveCount(1);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('領収書の宛名を変えたいです。');
  const address = new URL(page.url()).pathname;
  const other = await visit({ as: await site.learner({ ask: 'newcomer' }), at: '/inquiry' });
  await expect(other.getByText('お問い合わせはまだありません')).toBeVisible();
  await other.goto(site.network.origin + address);
  await expect(other.getByTestId('not-found')).toBeVisible();
});
