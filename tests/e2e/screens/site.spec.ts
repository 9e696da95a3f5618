import type { Locator, Page } from '@playwright/test';
import { freshFetch } from '../../offline-kit/freshFetch.ts';
import { expect, test } from './fixtures.ts';
import { demo } from './screens.ts';

const phone = { width: 390, height: 844 };

test('the public site reads and leads on without any script', async ({ visit }) => {
  const page = await visit({ as: null, at: '/', javaScriptEnabled: false, viewport: phone });
  await expect(page.getByRole('heading', { level: 1 })).toContainText('圏外でも');
  await page.locator('summary[aria-label="メニュー"]').click();
  await page.getByRole('banner').getByRole('link', { name: '保護者の方' }).click();
  await expect(page).toHaveURL(/\/parent$/);
  await expect(page).toHaveTitle('保護者の方へ|コノマナビ');
  await expect(page.getByText('文部科学省「子供の学習費調査」')).toBeVisible();
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', /\/parent$/);
  await expect(page.locator('meta[property="og:description"]')).toHaveAttribute('content', /費用のめやす/);
  await page.getByText('見られる期間はどのくらいですか。').click();
  await expect(page.getByText('講座ごとに決まっていて')).toBeVisible();
});

test('a ready page is named in the way to it before the app runs, and by the app itself afterwards', {
  tag: '@long',
}, async ({ visit, site }) => {
  const { origin } = site.network;
  await isServed(`${origin}/course`);
  const bare = await visit({ as: null, at: '/course', javaScriptEnabled: false, viewport: phone });
  const here = (page: Page) => page.locator('nav span[aria-current="page"]');
  await follow(bare.getByRole('main').getByRole('link', { name: demo.course }));
  await expect(here(bare)).toHaveText(demo.course);
  await isServed(`${origin}/teacher`);
  await bare.goto(`${origin}/teacher`);
  await follow(bare.getByRole('main').getByRole('link', { name: '高橋 直人' }));
  await expect(here(bare)).toHaveText('高橋 直人');
  const page = await visit({ as: null, at: new URL(bare.url()).pathname });
  await expect(page.locator('html[data-app]')).toBeAttached();
  await expect(here(page)).toHaveText('高橋 直人');
  await page.getByRole('link', { name: '講師紹介' }).first().click();
  await expect(page).toHaveTitle('講師紹介|コノマナビ');
  await expect(here(page)).toHaveText('講師紹介');
});

async function htmlOf(address: string): Promise<string> {
  return (await freshFetch(address, { headers: { Accept: 'text/html' } })).text();
}

/** Waits until the server has a page of the database ready: a machine under load may take longer than visitors wait. */
async function isServed(address: string): Promise<void> {
  await expect.poll(() => htmlOf(address)).toMatch(/<div id="root"[^>]*><(?!\/)/);
}

/** Goes where a link leads once the server has that page ready. */
async function follow(link: Locator): Promise<void> {
  const target = await link.getAttribute('href');
  await isServed(new URL(target ?? '', link.page().url()).href);
  await link.click();
}

test('what the database holds reads without any script, too', async ({ visit, site }) => {
  const { origin } = site.network;
  await isServed(`${origin}/course`);
  const page = await visit({ as: null, at: '/course', javaScriptEnabled: false, viewport: phone });
  await expect(page).toHaveTitle('講座を探す|コノマナビ');
  const main = page.getByRole('main');
  await expect(main.getByTestId('course-card')).not.toHaveCount(0);
  await follow(main.getByRole('link', { name: demo.course }));
  await expect(page.getByRole('heading', { level: 1, name: demo.course })).toBeVisible();
  await expect(main.locator('video[controls]')).toBeVisible();
  await expect(page).toHaveTitle(`${demo.course}|コノマナビ`);
  await expect(page.getByTestId('course-offer')).toContainText('12,800円(税込)');
  await expect(main.getByText('三平方の定理', { exact: true })).toBeVisible();
  const image = await page.locator('meta[property="og:image"]').getAttribute('content');
  expect((await freshFetch(new URL(image ?? '', origin).href)).headers.get('content-type')).toMatch(
    /^image\//,
  );
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', new URL(page.url()).pathname);

  await isServed(`${origin}/teacher`);
  await page.goto(`${origin}/teacher`);
  await follow(main.getByRole('link', { name: '高橋 直人' }));
  await expect(page.getByRole('heading', { level: 1, name: '高橋 直人' })).toBeVisible();
  await isServed(`${origin}/notice`);
  await page.goto(`${origin}/notice`);
  await follow(main.getByRole('link', { name: demo.publicNotice }));
  await expect(page).toHaveURL(/\/notice\/\d+$/);
  await expect(main.locator('article p')).not.toHaveCount(1);
  await isServed(`${origin}/eula`);
  await page.goto(`${origin}/eula`);
  await expect(page).toHaveTitle('利用規約|コノマナビ');
  await expect(main.getByRole('heading', { name: '第8条 オフラインでのご利用' })).toBeVisible();
  await isServed(`${origin}/success/2024`);
  await page.goto(`${origin}/success/2024`);
  await expect(main.getByText('見本').first()).toBeVisible();
});

/** Every public address of the specification (section 2), and the name its document has before any script runs. */
const named: Record<string, string> = {
  '/eula': '利用規約',
  '/test': '受験環境チェック',
  '/about': 'コノマナビについて',
  '/': 'コノマナビ',
  '/parent': '保護者の方へ',
  '/privacy': 'プライバシーポリシー',
  '/student': '生徒の方へ',
  '/commerce': '特定商取引法に基づく表記',
  '/konomoshi': 'コノ模試',
  '/konoshiki': 'コノシキ',
  '/konoshiki-eula': 'コノシキ利用規約',
  '/entry-exam': '実力診断テスト',
  '/login': 'ログイン',
  '/login/password': 'パスワードの再設定',
  '/login/password/change': 'パスワードの変更',
  '/login/password/reset/complete': 'パスワードの再設定',
  '/login/password/reset/some-user/some-token': 'パスワードの再設定',
  '/maintenance': 'メンテナンスのお知らせ',
  '/signup': '会員登録',
  '/signup/verify': 'メールアドレスの確認',
  '/signup/complete': 'プロフィールの入力',
  '/contact': 'お問い合わせ',
  '/contact/complete': 'お問い合わせを受け付けました',
  '/inquiry': 'お問い合わせの確認・よくある質問',
  '/inquiry/some-id': 'お問い合わせのやりとり',
  '/notice': 'お知らせ',
  '/notice/{publicNotice}': demo.publicNotice,
  '/course': '講座を探す',
  '/course/{course}': demo.course,
  '/teacher': '講師紹介',
  '/teacher/{teacher}': demo.teacher,
  '/success/2022': '2022年度 合格体験記',
  '/success/2024': '2024年度 合格体験記',
  '/success/2025': '2025年度 合格体験記',
  '/campaign/exam-parent': '受験シーズンの学び直し(保護者の方)',
  '/campaign/summer-2024': '夏期の学び 2024',
  '/campaign/exam-student': '受験シーズンの学び直し(生徒の方)',
  '/campaign/exam-student-ver1': '受験シーズンの学び直し(生徒の方)',
  '/no-such-page': 'ページが見つかりません',
  '/course/999999': 'ページが見つかりません',
};

/** Pages of every way in which one gets its name, and all of one visitor; the others are like one of them. */
const ofEachWay = [
  '/',
  '/eula',
  '/course/{course}',
  '/teacher/{teacher}',
  '/notice/{publicNotice}',
  '/success/2024',
  '/campaign/exam-student-ver1',
  '/login/password/change',
  '/login/password/reset/some-user/some-token',
  '/maintenance',
  '/signup/verify',
  '/signup/complete',
  '/contact/complete',
  '/inquiry/some-id',
  '/no-such-page',
  '/course/999999',
];

for (const { which, patterns, tag } of [
  { which: 'one of each way', patterns: ofEachWay, tag: [] },
  {
    which: 'the others',
    patterns: Object.keys(named).filter((one) => !ofEachWay.includes(one)),
    tag: ['@long'],
  },
]) {
  test(`every public page has its name and words before any script, whatever it shows afterwards: ${which}`, {
    tag,
  }, async ({ site, rooms, visit }) => {
    const { origin } = site.network;
    const page = await visit({ as: null, at: '/login', javaScriptEnabled: false });
    for (const pattern of patterns) {
      const name = named[pattern] ?? '';
      const path = pattern.replace(/\{(\w+)\}/, (_, id) => rooms.ids[id as keyof typeof rooms.ids]);
      await isServed(origin + path);
      await page.goto(origin + path);
      const title = name === 'コノマナビ' ? name : `${name}|コノマナビ`;
      await expect.soft(page, path).toHaveTitle(title);
      await expect.soft(page.getByRole('heading', { level: 1 }), path).toHaveText(/\S/);
      const words = await page.getByRole('main').innerText();
      expect.soft([path, words.replace(/\s/g, '').length > 15]).toEqual([path, true]);
      // A link of the page that is some visitor's alone is nobody's to find.
      const isFound = !/maintenance|complete|verify|some-|change|no-such|999999/.test(path);
      await expect.soft(page.locator('meta[name="robots"]'), path).toHaveCount(isFound ? 0 : 1);
      expect
        .soft([path, /some-/.test((await htmlOf(origin + path)).replace(/<script.*?<\/script>/gs, ''))])
        .toEqual([path, false]);
    }
  });
}

test('a page of one visitor is taken over as it was made, and then shows what is theirs', async ({
  site,
  visit,
  student,
}) => {
  const { origin } = site.network;
  const said: string[] = [];
  const ready: [path: string, words: string | RegExp][] = [
    ['/maintenance', 'メンテナンスは行われていません'],
    ['/login/password/change', 'ログインへ'],
    ['/login/password/reset/complete', '新しいパスワードを設定しました'],
    ['/login/password/reset/00000000-0000-4000-8000-000000000000/used', 'このリンクは使えません'],
    ['/signup/verify', '登録の途中の内容が見つかりません'],
    ['/signup/complete', 'ログインへ'],
    ['/contact/complete', '入力内容を確認する'],
    ['/inquiry/00000000-0000-4000-8000-000000000000', '確認メールのリンクから開いてください。'],
    ['/no-such-page', 'お探しのページが見つかりません'],
    ['/course/999999', 'お探しのページが見つかりません'],
  ];
  const watched = async (as: typeof student | null) => {
    const page = await visit({ as, at: '/parent' });
    page.on('console', (message) => {
      const isOfAnswer = /^(Failed to load resource|Page Not Found)/.test(message.text());
      if (message.type() === 'error' && !isOfAnswer) said.push(`${page.url()} ${message.text()}`);
    });
    page.on('pageerror', (error) => said.push(String(error)));
    return page;
  };
  const guest = await watched(null);
  for (const [path, words] of ready) {
    await guest.goto(origin + path);
    await expect.soft(guest.getByRole('main').getByText(words).first(), path).toBeVisible();
  }
  const member = await watched(student);
  for (const path of ['/login/password/change', '/signup/complete']) {
    await member.goto(origin + path);
    await expect(member.getByRole('main').locator('form')).toBeVisible();
  }
  expect(said).toEqual([]);
});

test('a page made from the database stands while the API does not answer, and follows it when it does', async ({
  visit,
  site,
}) => {
  const page = await visit({ as: null, at: '/login' });
  const { origin } = site.network;
  // One that no test reads without scripts: its served page may say the new name for a minute.
  const key = 'information-1';
  const name = '情報I 基礎から学ぶ情報の科学';
  const [course] = await site.rows<{ id: number }>(`select id from courses where key = '${key}'`);
  const address = `${origin}/course/${course?.id}`;
  const title = page.getByRole('heading', { level: 1 });
  await isServed(address);
  await page.goto(address);
  await expect(title).toHaveText(name);
  await page.evaluate(() => localStorage.clear());
  await page.route('**/api/lms/**', (route) => route.abort());
  await page.goto(address);
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
  await expect(page.getByText(/時点の内容/).first()).toBeVisible();
  await expect(title).toHaveText(name);

  await page.unroute('**/api/lms/**');
  await site.rows(`update courses set name = '情報、新しい名前' where key = '${key}' returning id`);
  try {
    const html = await htmlOf(address);
    expect(html).toContain(`<title>${name}|`);
    await page.goto(address);
    await expect(title).toHaveText('情報、新しい名前');
  } finally {
    await site.rows(`update courses set name = '${name}' where key = '${key}' returning id`);
  }
});

/** Runs in the page: whether all its style files are there. */
function hasStyles(): boolean {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')];
  return links.length > 0 && links.every(({ sheet, media }) => sheet !== null && media !== 'not all');
}

/** Of the boxes of a page, as they are written below, those in the first window: what lies deeper may be news. */
function inView(boxes: readonly string[]): string[] {
  return boxes.filter((box) => Number(box.split(' ')[2]) < phone.height);
}

test('a page that was just made has started before it asks for the same again', async ({ visit, site }) => {
  const [course] = await site.rows<{ id: number }>("select id from courses where key = 'hs-math-1'");
  const address = `${site.network.origin}/course/${course?.id}`;
  const madeAt = async () => Number(/ data-at="(\d+)"/.exec(await htmlOf(address))?.[1]);
  await expect.poll(async () => Date.now() - (await madeAt())).toBeLessThan(60_000);
  const page = await visit({ as: null, at: new URL(address).pathname });
  const askedAt = () =>
    page.evaluate(
      (path) => performance.getEntriesByType('resource').find(({ name }) => name.endsWith(path))?.startTime,
      `/api/lms/course/${course?.id}/`,
    );
  await expect.poll(askedAt).toBeDefined();
  expect(await askedAt()).toBeGreaterThan(5000);
});

/** Pages of every way in which a page is made and laid out; the others are like one of them. */
const unlike = ['/', '/course/1', '/entry-exam', '/contact'];
const others = ['/parent', '/course', '/signup', '/inquiry', '/test'];

for (const paths of [unlike, others]) {
  test(`a page that was made before stands as it is without its style files: ${paths.join(' ')}`, {
    tag: '@long',
  }, async ({ visit, site }) => {
    const { origin } = site.network;
    const page = await visit({ as: null, at: '/login', viewport: phone, colorScheme: 'dark' });
    const look = () =>
      page.evaluate(() => {
        // Laid out whole: what lies below the window else has a guessed height until it comes near.
        document.documentElement.setAttribute('data-left', '');
        document.documentElement.removeAttribute('data-painting');
        const parts = document.querySelectorAll(
          'header, h1, h1 + p, main :is(a, button, input), main section',
        );
        const boxes = [...parts].map((part) => {
          const { x, y, width, height } = part.getBoundingClientRect();
          const { color, backgroundColor } = getComputedStyle(part);
          return [part.localName, x, y, width, height, color, backgroundColor].join(' ');
        });
        return [getComputedStyle(document.body).backgroundColor, ...boxes];
      });
    for (const path of paths) await isServed(origin + path);
    for (const path of paths) {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/assets/*.css', async (route) => {
        await released;
        await route.continue();
      });
      // Scripts never come: what is compared is the page itself.
      await page.route('**/assets/*.js', () => {});
      await page.goto(origin + path, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.readyState !== 'loading');
      const before = await look();
      expect(before.length).toBeGreaterThan(10);
      release();
      await expect.poll(() => page.evaluate(hasStyles)).toBe(true);
      expect([path, ...(await look())]).toEqual([path, ...before]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      // The app brings more style files, in whatever order: nothing of the page may hang on that.
      await page.goto(origin + path);
      await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
      await expect.poll(async () => inView(await look())).toEqual(inView(before));
    }
  });
}

test('a page that was made carries only the values of the theme that it asks for', async ({ site }) => {
  for (const path of ['/', '/parent', '/course/1', '/login']) {
    if (path === '/course/1') await isServed(site.network.origin + path);
    const html = await htmlOf(site.network.origin + path);
    const asked = new Set([...html.matchAll(/var\(\s*(--[\w-]+)/g)].map(([, name]) => name));
    const carried = [...html.matchAll(/[{;](--[\w-]+):/g)].map(([, name]) => name);
    expect([path, carried.length > 10]).toEqual([path, true]);
    expect([path, ...carried.filter((name) => !asked.has(name))]).toEqual([path]);
  }
});

test('what lies below the window waits for the first paint, and not longer', { tag: '@long' }, async ({
  visit,
  site,
}) => {
  await isServed(`${site.network.origin}/course`);
  const page = await visit({ as: null, at: '/eula', viewport: phone });
  await page.addInitScript(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    new MutationObserver(() => {
      const isMarked = document.documentElement.hasAttribute('data-painting');
      const is = isMarked ? 'waits' : 'stands';
      if (isMarked === (told.length % 2 === 0)) told.push(is);
    }).observe(document, { subtree: true, attributeFilter: ['data-painting'] });
  });
  await page.goto(`${site.network.origin}/course`);
  await expect
    .poll(() => page.evaluate(() => (window as unknown as { told: string[] }).told))
    .toEqual(['waits', 'stands']);
  const cards = () =>
    page.getByTestId('course-card').evaluateAll((all) => {
      const places = all.map((card) => card.closest('li') as Element);
      return places.map((place) => getComputedStyle(place).contentVisibility).slice(0, 5);
    });
  const mark = (isOn: boolean) =>
    page.evaluate((on) => document.documentElement.toggleAttribute('data-painting', on), isOn);
  expect(await cards()).toEqual(['visible', 'visible', 'auto', 'auto', 'auto']);
  await mark(true);
  expect(await cards()).toEqual(['visible', 'visible', 'hidden', 'hidden', 'hidden']);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await cards()).toEqual(['visible', 'visible', 'auto', 'auto', 'auto']);
});

test('only the page that was opened guesses how high it is below the window', { tag: '@long' }, async ({
  visit,
}) => {
  const page = await visit({ as: null, at: '/', viewport: phone });
  const guesses = () =>
    page.locator('footer').evaluate((footer) => getComputedStyle(footer).contentVisibility === 'auto');
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
  expect(await guesses()).toBe(true);
  await page.getByRole('main').getByRole('link', { name: '保護者の方へ' }).first().click();
  await expect(page).toHaveURL(/\/parent$/);
  await expect.poll(guesses).toBe(false);
});

test('links to these pages are shown with a picture of their own', async ({ site }) => {
  const { origin } = site.network;
  const pictures = new Set<string>();
  for (const path of ['/', '/about', '/student', '/parent', '/konomoshi', '/konoshiki']) {
    const html = await htmlOf(origin + path);
    const address = /property="og:image" content="([^"]*)"/.exec(html)?.[1] ?? '';
    const answer = await freshFetch(new URL(address, origin).href);
    expect([path, answer.status, answer.headers.get('content-type')]).toEqual([path, 200, 'image/png']);
    const png = Buffer.from(await answer.arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    pictures.add(address);
  }
  expect(pictures.size).toBe(6);
});

/** What the build has made, and what the server makes; the first of each in `npm test`, too. */
const takenOver = [
  {
    built: ['/', '/login'],
    served: ['/course', '/course/1', '/notice/{id}', '/entry-exam', '/contact'],
    tag: [],
  },
  {
    built: ['/about', '/student', '/parent', '/login/password', '/signup'],
    served: [
      '/teacher',
      '/teacher/1',
      '/notice',
      '/success/2024',
      '/campaign/exam-parent',
      '/campaign/summer-2024',
      '/eula',
      '/test',
      '/inquiry',
    ],
    tag: ['@long'],
  },
];

for (const { built, served, tag } of takenOver)
  test(`the app takes a page that was made before over as it is: ${[...built, ...served].join(' ')}`, {
    tag,
  }, async ({ visit }) => {
    const page = await visit({ as: null, at: '/login' });
    const said: string[] = [];
    page.on('console', (message) => {
      // Courses that other tests have made have no pictures.
      const isOfFile = message.text().startsWith('Failed to load resource');
      if (message.type() === 'error' && !isOfFile) said.push(message.text());
    });
    page.on('pageerror', (error) => said.push(String(error)));
    await page.addInitScript(() => {
      new MutationObserver((_, watcher) => {
        const title = document.querySelector('h1');
        if (!title) return;
        title.setAttribute('data-of-the-build', '');
        watcher.disconnect();
      }).observe(document, { childList: true, subtree: true });
    });
    const { origin } = new URL(page.url());
    const { results } = await (await freshFetch(`${origin}/api/cms/notice/`)).json();
    const ready = served.map((path) => path.replace('{id}', results[0].id));
    for (const path of ready) await isServed(origin + path);
    for (const path of [...built, ...ready]) {
      await page.goto(origin + path);
      await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
      await expect(page.locator('h1[data-of-the-build]')).toBeVisible();
    }
    expect(said).toEqual([]);
  });

test('what a visitor chooses, types or presses before the app runs is worked off once it does', async ({
  visit,
  site,
}) => {
  const { origin } = site.network;
  const page = await visit({ as: null, at: '/login' });
  let held: (() => void)[] | null = null;
  await page.route('**/assets/*.js', async (route) => {
    if (held) await new Promise<void>((come) => held?.push(come));
    await route.continue();
  });
  const early = async (path: string, choose: () => Promise<unknown>) => {
    const scripts: (() => void)[] = [];
    held = scripts;
    await page.goto(origin + path, { waitUntil: 'commit' });
    await choose();
    await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'pending');
    held = null;
    for (const come of scripts) come();
    await expect(page.getByTestId('shell')).not.toHaveAttribute('data-session', 'pending');
  };
  for (const path of ['/course', '/success/2025']) await isServed(origin + path);

  await early('/success/2025', () => page.getByLabel('地域').selectOption('関東'));
  await expect(page.getByTestId('story')).toHaveCount(2);
  await expect(page).toHaveURL(/region=/);
  await early('/course', () => page.getByRole('searchbox').fill('アルゴリズム'));
  await expect(page.getByTestId('course-card')).toHaveCount(1);
  await expect(page.getByRole('searchbox')).toHaveValue('アルゴリズム');
  const exam = page.getByTestId('try-exam');
  await early('/konomoshi', async () => {
    await exam.getByRole('radio', { name: '2', exact: true }).check();
    await exam.getByRole('button', { name: '次の問題' }).click();
  });
  await expect(exam.getByRole('button', { name: '問題1(解答ずみ)' })).toBeVisible();
  await expect(exam.getByRole('button', { name: '問題2(まだ)' })).toHaveAttribute('aria-current', /./);
  await early('/login', async () => {
    await page.getByTestId('login-id').fill('student@example.com');
    await page.getByTestId('login-password').fill('manabi-2026');
    await page.getByTestId('login-password').press('Enter');
    // Nothing of it may stand in the address.
    expect(new URL(page.url()).search).toBe('');
  });
  await expect(page).toHaveURL(/\/mypage$/);
});

test('a button pressed while the app takes a page over is not ahead of what was typed before', {
  tag: '@long',
}, async ({ visit }) => {
  const page = await visit({ as: null, at: '/parent' });
  await page.addInitScript(() => {
    const listen = EventTarget.prototype.addEventListener;
    EventTarget.prototype.addEventListener = function (type, ...rest) {
      listen.call(this, type, ...rest);
      // React begins to listen to the page, and has not gone through it yet.
      if (type !== 'click' || (this as Partial<Element>).id !== 'root' || 'pressed' in window) return;
      Object.assign(window, { pressed: true });
      const field = (name: string) => document.querySelector<HTMLInputElement>(`input[name="${name}"]`);
      const write = (name: string, text: string) => {
        const input = field(name);
        if (!input) return;
        input.value = text;
        input.dispatchEvent(new Event('input', { bubbles: true }));
      };
      write('email', 'student@example.com');
      write('password', 'manabi-2026');
      queueMicrotask(() => document.querySelector<HTMLElement>('[data-testid="login-submit"]')?.click());
    };
  });
  await page.goto(new URL('/login', page.url()).href);
  await expect(page).toHaveURL(/\/mypage$/);
});

/** Looks in every frame of the pages to come for an element. Answers how to ask whether it was ever to be seen. */
async function watchFor(page: Page, selector: string): Promise<() => Promise<boolean>> {
  await page.addInitScript((wanted) => {
    const look = () => {
      const element = document.querySelector(wanted);
      if (element?.checkVisibility({ visibilityProperty: true })) sessionStorage.setItem('seen', 'yes');
      requestAnimationFrame(look);
    };
    look();
  }, selector);
  return () => page.evaluate(() => sessionStorage.getItem('seen') !== null);
}

test('a member never sees the login that is made for guests', async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/mypage/notice' });
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
  const wasSeen = await watchFor(page, 'form');
  await page.goto(new URL('/login', page.url()).href);
  await expect(page).toHaveURL(/\/mypage$/);
  expect(await wasSeen()).toBe(false);
});

test('what this device keeps is there on pages that were made for everybody', { tag: '@long' }, async ({
  visit,
  site,
}) => {
  const { origin } = site.network;
  const page = await visit({ as: null, at: '/login' });
  const main = page.getByRole('main');
  const mail = main.getByRole('textbox', { name: 'メールアドレス' });
  const open = async (path: string) => {
    await isServed(origin + path);
    await page.goto(origin + path);
    await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
  };
  for (const path of ['/signup', '/contact', '/entry-exam']) {
    await open(path);
    await mail.fill('sakura@example.com');
    await open(path);
    await expect(mail).toHaveValue('sakura@example.com');
    await mail.fill('');
    await open(path);
    await expect(mail).toHaveValue('');
  }
  await open('/test');
  await main.getByRole('textbox').fill('かいとう');
  await open('/test');
  await expect(main.getByRole('textbox')).toHaveValue('かいとう');
});

test('a member is not asked who they are, not even for a moment', { tag: '@long' }, async ({
  visit,
  student,
  site,
}) => {
  const { origin } = site.network;
  await isServed(`${origin}/contact`);
  const page = await visit({ as: student, at: '/mypage/notice' });
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
  const wasSeen = await watchFor(page, 'input[name="email"]');
  await page.goto(`${origin}/contact`);
  await expect(page.getByRole('main').locator('[name="body"]')).toBeVisible();
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
  expect(await wasSeen()).toBe(false);
});

test('a member on the public site finds the way to their page, and never the welcome', async ({
  visit,
  student,
}) => {
  const page = await visit({ as: student, at: '/parent' });
  await expect(page.getByRole('banner').getByRole('link', { name: 'マイページ' })).toBeVisible();
  await page.getByRole('link', { name: 'コノマナビ ホーム' }).click();
  await expect(page).toHaveURL(/\/mypage$/);
});

test('what a member has read is still read on the bell after a look at the public site', {
  tag: '@long',
}, async ({ visit, student }) => {
  const page = await visit({ as: student, at: '/parent' });
  // From here on links change the page without a load.
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'in');
  const bell = page.getByRole('banner').getByRole('link', { name: /^お知らせ\(未読/ });
  const list = page.getByRole('list', { name: 'お知らせの一覧' });
  await page.getByRole('banner').getByRole('link', { name: 'マイページ' }).click();
  await expect(page.getByTestId('logout')).toBeVisible();
  await bell.click();
  await expect(page).toHaveURL(/\/mypage\/notice$/);
  await list.getByRole('link').first().click();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(bell).toHaveAccessibleName('お知らせ(未読7件)');
  await page.evaluate(() => history.go(-3));
  await expect(page).toHaveURL(/\/parent$/);
  await expect(bell).toHaveCount(0);
  await page.evaluate(() => history.go(2));
  await expect(list).toBeVisible();
  await expect(bell).toHaveAccessibleName('お知らせ(未読7件)');
});

test('the menu of a phone works by keyboard', async ({ visit }) => {
  const page = await visit({ as: null, at: '/parent', viewport: phone });
  await expect(page.getByTestId('shell')).toHaveAttribute('data-session', 'out');
  const menu = page.locator('summary[aria-label="メニュー"]');
  const link = page.getByRole('banner').getByRole('link', { name: '講座を探す' });
  await menu.focus();
  await page.keyboard.press('Enter');
  await expect(link).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(link).toBeHidden();
  await expect(menu).toBeFocused();
  await page.keyboard.press('Space');
  await expect(link).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(link).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/course$/);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(link).toBeHidden();
});

test('an address without a page is a 404 and shows the not-found screen', async ({ site, visit }) => {
  const page = await visit({ as: null, at: '/login' });
  const answer = await page.goto(`${site.network.origin}/no-such-page`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByTestId('not-found')).toBeVisible();
});
