import type { Frame, Page } from '@playwright/test';
import { cardFrame, cards, expect, test, typeCard } from './fixtures.ts';

test.describe('the card frame', () => {
  async function open(page: Page): Promise<Frame> {
    await page.getByTestId('pay-method-card').check();
    await page.getByTestId('pay-next').click();
    const element = await page.getByTestId('card-frame').elementHandle();
    const frame = await element?.contentFrame();
    if (!frame) throw new Error('There is no card frame.');
    await expect(page.getByTestId('card-room')).toHaveAttribute('data-status', 'ready');
    return frame;
  }

  test('row 48: neither page nor frame can read the other', async ({ visit, buyer }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    const frame = await open(page);
    await typeCard(page, cards.challenge);

    // What a script in the page would try.
    const fromPage = await page.evaluate(() => {
      const element = document.querySelector<HTMLIFrameElement>('[data-testid="card-frame"]');
      const inner = element?.contentWindow;
      const attempt = (act: () => unknown) => {
        try {
          return String(act());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return {
        document: attempt(() => element?.contentDocument),
        body: attempt(() => inner?.document.body.textContent),
        field: attempt(() => (inner as unknown as { number: unknown })?.number),
        sandbox: element?.getAttribute('sandbox'),
      };
    });
    expect(fromPage).toEqual({
      document: 'null',
      body: 'SecurityError',
      field: 'SecurityError',
      sandbox: 'allow-scripts',
    });

    // What a script in the frame would try: the gateway's, or one that somebody has put into it.
    const origin = new URL(page.url()).origin;
    const fromFrame = await frame.evaluate(async (app) => {
      const attempt = async (act: () => unknown) => {
        try {
          return String(await act());
        } catch (error) {
          return (error as Error).name;
        }
      };
      return {
        origin: self.origin,
        page: await attempt(() => parent.document.title),
        local: await attempt(() => localStorage.length),
        tab: await attempt(() => sessionStorage.length),
        cookies: await attempt(() => document.cookie),
        database: await attempt(
          () =>
            new Promise((resolve, reject) => {
              const request = indexedDB.open('app');
              request.onsuccess = () => resolve('open');
              request.onerror = () => reject(request.error);
            }),
        ),
        call: await attempt(async () => (await fetch(`${app}/accounts/user/`)).status),
        elsewhere: await attempt(async () => (await fetch('https://example.com/')).status),
        inline: await attempt(() => {
          const script = document.createElement('script');
          script.textContent = 'window.isRun = true';
          document.body.append(script);
          return (window as unknown as { isRun?: boolean }).isRun === true;
        }),
      };
    }, origin);
    expect(fromFrame).toEqual({
      origin: 'null',
      page: 'SecurityError',
      local: 'SecurityError',
      tab: 'SecurityError',
      cookies: 'SecurityError',
      database: 'SecurityError',
      call: 'TypeError',
      elsewhere: 'TypeError',
      inline: 'false',
    });
  });

  test('what comes out of it is a token, never what was typed', async ({ visit, buyer, shop }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    const heard: string[] = [];
    await page.exposeFunction('heard', (text: string) => heard.push(text));
    await page.addInitScript(() => {
      const Channel = MessageChannel;
      window.MessageChannel = class extends Channel {
        constructor() {
          super();
          this.port1.addEventListener('message', ({ data }) => {
            (window as unknown as { heard: (text: string) => void }).heard(JSON.stringify(data));
          });
        }
      };
    });
    await page.reload();
    const sent: string[] = [];
    page.on('request', (request) => {
      const isOurs = request.url().startsWith(shop.site.network.origin);
      if (isOurs) sent.push(`${request.url()} ${request.postData() ?? ''}`);
    });
    await open(page);
    await typeCard(page, cards.challenge);
    await page.getByTestId('pay-next').click();
    await expect(page.getByTestId('confirm-text')).toContainText('末尾1111');
    expect(heard.some((text) => text.includes('"token"'))).toBe(true);
    for (const text of [...heard, ...sent]) {
      expect(text).not.toContain(cards.challenge);
      expect(text).not.toContain('4111 1111');
      expect(text.toUpperCase()).not.toContain('TARO YAMADA');
    }
    const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(kept).not.toContain('4111');
  });

  test('says what is wrong in its fields and in the summary of the page', async ({ visit, buyer }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await open(page);
    const frame = cardFrame(page);
    const summary = page.getByTestId('pay-error');
    // What is missing outside of the frame and in it is told at one press.
    const phone = page.getByLabel('電話番号');
    const known = await phone.inputValue();
    await phone.fill('');
    await page.getByTestId('pay-next').click();
    await expect(summary).toContainText('電話番号を入力してください。');
    await expect(summary).toContainText('カード番号を入力してください。');
    await expect(phone).toBeFocused();
    await phone.fill(known);
    await frame.getByTestId('card-number').fill('4111111111111112');
    await frame.getByTestId('card-expiry').fill('0120');
    await page.getByTestId('pay-next').click();
    await expect(summary).toContainText('カード番号を確認してください。');
    await expect(summary).toContainText('有効期限が過ぎています。');
    await expect(summary).toContainText('セキュリティコードを入力してください。');
    await expect(frame.getByText('カード番号を確認してください。')).toBeVisible();
    await expect(frame.getByTestId('card-number')).toHaveAttribute('aria-invalid', 'true');
    // The first wrong field has the focus; what is put right is gone from both.
    await expect(frame.getByTestId('card-number')).toBeFocused();
    await typeCard(page, cards.challenge);
    await frame.getByTestId('card-holder').blur();
    await expect(summary).toHaveCount(0);
  });

  test('follows theme and size of the page', { tag: '@long' }, async ({ visit, buyer }) => {
    const page = await visit({ as: buyer, at: '/payment/method', colorScheme: 'dark' });
    await open(page);
    const root = cardFrame(page).locator('html');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(root).toHaveAttribute('data-scale', 'normal');
    // As another tab tells it.
    await page.evaluate(() => {
      const newValue = JSON.stringify({ theme: 'system', font_scale: 'xlarge' });
      dispatchEvent(new StorageEvent('storage', { key: 'konomanavi.display', newValue }));
    });
    await expect(root).toHaveAttribute('data-scale', 'xlarge');
    await page.emulateMedia({ colorScheme: 'light' });
    await expect(root).toHaveAttribute('data-theme', 'light');
  });

  test('row 47: without the gateway’s script the page says so and leads to other ways', async ({
    visit,
    buyer,
    shop,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await page.route('**/token.js', (route) => route.abort());
    await page.getByTestId('pay-method-card').check();
    await page.getByTestId('pay-next').click();
    const late = page.getByTestId('card-late');
    await expect(late).toContainText('カード入力欄を読み込めません。');
    await page.unroute('**/token.js');
    await expect(late).toContainText('ほかのお支払い方法をお選びください。');
    await late.getByRole('button', { name: 'もう一度読み込む' }).click();
    await expect(page.getByTestId('card-room')).toHaveAttribute('data-status', 'ready');
    // Where only a card will do, no other way is advised.
    await page.route('**/token.js', (route) => route.abort());
    await page.goto(`${shop.site.network.origin}/mypage/settings/card`);
    await page.getByTestId('card-add').click();
    await expect(late).toContainText('時間をおいて、もう一度お試しください。');
    await expect(late).not.toContainText('ほかのお支払い方法');
  });

  test('row 47: a script that never comes is not waited for longer than 10 s', { tag: '@long' }, async ({
    visit,
    buyer,
  }) => {
    const page = await visit({ as: buyer, at: '/payment/method' });
    await page.route('**/token.js', () => undefined);
    await page.clock.install();
    await page.getByTestId('pay-method-card').check();
    await page.getByTestId('pay-next').click();
    await expect(cardFrame(page).getByTestId('card-number')).toBeVisible();
    // The clock goes on by itself besides.
    await page.clock.runFor(4_000);
    await expect(page.getByTestId('card-room')).toHaveAttribute('data-status', 'waiting');
    await page.clock.runFor(7_000);
    await expect(page.getByTestId('card-late')).toBeVisible();
    await page.getByTestId('card-late').getByRole('link').click();
    await expect(page.getByTestId('pay-method-cvs')).toBeVisible();
  });
});
