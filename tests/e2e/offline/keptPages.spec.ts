import type { Page } from '@playwright/test';
import { captivePortal } from '../../offline-kit/effects.ts';
import { loseFile, newWorkerWaits, warmWorker, workerIsWarm } from '../../offline-kit/worker.ts';
import { entryOf } from '../entryOf.ts';
import { expect, type Site, test } from './fixtures.ts';
import type { Learner } from './questions.ts';

test.use({ isInstalled: true });

const isCourse = /^\/api\/lms\/course\/\d+\/$/;
const offer = (page: Page) => page.getByTestId('course-offer');
const start = (page: Page) => offer(page).getByTestId('add-to-cart');
const toCart = (page: Page) => offer(page).getByRole('link', { name: 'カートを見る' });
const heading = (page: Page) => page.getByRole('heading', { level: 1 });

/** Notes, from before the first script of each page, what moves there although nobody has pressed anything. */
async function watchShifts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved: string[] = [];
    Object.assign(window, { __moved: moved });
    const where = ({ x, y, width, height }: DOMRect) => `${x} ${y} ${width}x${height}`;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
        };
        for (const { node, previousRect, currentRect } of sources)
          moved.push(
            `${node?.nodeName} ${node?.textContent?.slice(0, 30)}: ${where(previousRect)} to ${where(currentRect)} (${value})`,
          );
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { __moved: string[] }).__moved);
}

/** Addresses of the pages that the worker keeps. */
function keptPages(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    if (!(await caches.has('kept-pages'))) return [];
    const requests = await (await caches.open('kept-pages')).keys();
    return requests.map(({ url }) => new URL(url).pathname.replace(/^\/__page\/[^/]+/, '')).sort();
  });
}

const coursePath = (learner: Learner) => `/course/${learner.courses[0]?.id}`;

/** Somebody has looked at a course; the worker was not asked for the page of it, or was. */
async function see(site: Site, page: Page, path: string): Promise<void> {
  await site.open(page, path);
  await expect(offer(page)).toBeVisible();
  await expect.poll(() => keptPages(page)).toContain(path);
}

/** The page of the learner's first course has been seen. @returns its path. */
async function seeCourse(site: Site, learner: Learner, page: Page): Promise<string> {
  const path = coursePath(learner);
  await see(site, page, path);
  return path;
}

/** Opens what was seen and presses its button while the server has not said yet what holds today. */
async function pressBeforeAnswer(site: Site, page: Page, path: string): Promise<void> {
  site.network.when('GET', path, { kind: 'stall' });
  site.network.when('GET', isCourse, { kind: 'hold-request' });
  // A long first visit has asked for the course itself.
  site.network.forget();
  await site.open(page, path);
  await site.network.arrival('GET', isCourse);
  await start(page).click();
}

function setPrice(site: Site, { courses }: Learner, price: number): Promise<unknown> {
  return site.rows(`update courses set price = ${price} where id = ${courses[0]?.id}`);
}

/** The server hands the new price out to who asks for today's page. */
async function isMadeOfToday(site: Site, path: string): Promise<void> {
  const headers = { accept: 'text/html', 'cache-control': 'max-age=0' };
  const made = async () => (await fetch(site.network.origin + path, { headers })).text();
  await expect.poll(made).toContain('4,980円');
}

// offline.md 6.11, 6.12
test.describe('the page of a course that was seen', () => {
  test('stands at once, and nobody acts by the price of yesterday', async ({ site, learner, page }) => {
    const path = await seeCourse(site, learner, page);
    await setPrice(site, learner, 4980);
    site.network.when('GET', path, { kind: 'stall' });
    site.network.when('GET', isCourse, { kind: 'hold-request' });
    site.network.forget();
    await site.open(page, path);
    await expect(offer(page)).toContainText('9,800円');
    await site.network.arrival('GET', isCourse);
    await start(page).click();
    await expect(offer(page).getByRole('status')).toHaveText('いまの内容を確かめています。');
    await expect(page).toHaveURL(new RegExp(`${path}$`));

    site.network.behave();
    site.network.release();
    await expect(offer(page)).toContainText('4,980円');
    await expect(offer(page).getByRole('status')).toContainText('内容が新しくなりました');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await start(page).click();
    await expect(toCart(page)).toBeVisible();
  });

  test('says what holds today before the app has asked for anything, and acts when the server confirms it', async ({
    site,
    learner,
    page,
  }) => {
    const path = await seeCourse(site, learner, page);
    await setPrice(site, learner, 4980);
    await isMadeOfToday(site, path);
    site.network.when('GET', isCourse, { kind: 'hold-request' });
    const moved = await watchShifts(page);
    await site.open(page, path);
    await expect(offer(page)).toContainText('4,980円');
    await start(page).click();
    await expect(offer(page).getByRole('status')).toHaveText('いまの内容を確かめています。');
    expect(await moved()).toEqual([]);
    site.network.behave();
    site.network.release();
    await expect(toCart(page)).toBeVisible();
  });

  test('does not change under somebody who has pressed already: that price is not taken for theirs', async ({
    site,
    learner,
    page,
  }) => {
    const path = await seeCourse(site, learner, page);
    await setPrice(site, learner, 4980);
    await isMadeOfToday(site, path);
    site.network.when('GET', isCourse, { kind: 'hold-request' });
    await page.addInitScript(() => {
      addEventListener('DOMContentLoaded', () =>
        document.querySelector<HTMLElement>('[data-testid="add-to-cart"]')?.click(),
      );
    });
    site.network.forget();
    await site.open(page, path);
    await site.network.arrival('GET', isCourse);
    await expect(offer(page).getByRole('status')).toHaveText('いまの内容を確かめています。');
    await expect(offer(page)).toContainText('9,800円');
    site.network.behave();
    site.network.release();
    await expect(offer(page)).toContainText('4,980円');
    await expect(offer(page).getByRole('status')).toContainText('内容が新しくなりました');
    await expect(toCart(page)).toHaveCount(0);
  });

  test('is not mixed with a page of another build', async ({ site, learner, page }) => {
    const path = await seeCourse(site, learner, page);
    await workerIsWarm(page);
    await setPrice(site, learner, 4980);
    // The page that was seen must not ask for files of the former version any more.
    await site.open(page, '/version.json');
    // The new version cannot be installed yet: what runs is the former worker.
    site.network.when('GET', '/sw.js', { kind: 'answer', status: 503, body: '' });
    site.deployment.deploy('B2');
    await isMadeOfToday(site, path);
    site.network.when('GET', isCourse, { kind: 'hold-request' });
    site.network.forget();
    await site.open(page, path);
    await site.network.arrival('GET', path);
    await site.network.arrival('GET', isCourse);
    await expect(offer(page)).toContainText('9,800円');
    expect(await entryOf(page)).not.toMatch(/-B2~/);
  });

  test('lets one go on by itself when the server says the same as it', { tag: '@long' }, async ({
    site,
    learner,
    page,
  }) => {
    const path = await seeCourse(site, learner, page);
    await pressBeforeAnswer(site, page, path);
    await expect(offer(page).getByRole('status')).toHaveText('いまの内容を確かめています。');
    site.network.behave();
    site.network.release();
    await expect(toCart(page)).toBeVisible();
  });

  test('is there without a network, says of when it is, and sells nothing', async ({
    site,
    learner,
    page,
  }) => {
    const path = await seeCourse(site, learner, page);
    await page.evaluate(() => localStorage.clear());
    await site.network.disconnect();
    await site.open(page, path);
    await expect(heading(page)).toHaveText(learner.courses[0]?.name ?? '');
    await expect(page.getByRole('main').getByText(/時点の内容$/)).toBeVisible();
    await start(page).click();
    await expect(offer(page).getByRole('status')).toContainText('先に進めません');
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await site.network.connect();
    await start(page).click();
    await expect(toCart(page)).toBeVisible();
  });

  test('is not acted on when the sale has ended meanwhile', async ({ site, learner, page }) => {
    const path = await seeCourse(site, learner, page);
    await site.rows(`update courses set withdrawn = now() where id = ${learner.courses[0]?.id}`);
    await pressBeforeAnswer(site, page, path);
    site.network.behave();
    site.network.release();
    await expect(offer(page)).toContainText('販売を終了しました。');
    await expect(start(page)).toHaveCount(0);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
  });

  test('is nobody’s: it is asked for without cookies', async ({ site, learner, page }) => {
    const path = coursePath(learner);
    await site.logIn(page, learner);
    site.network.forget();
    await see(site, page, path);
    await page.reload();
    // Once as it was seen, once behind the copy.
    await site.network.arrival('GET', path, 2);
    expect(site.network.seen('GET', path).filter(({ headers }) => headers.cookie !== undefined)).toEqual([]);
  });

  test('is not there for who logs in after somebody else', async ({ site, learner, page }) => {
    await seeCourse(site, learner, page);
    await site.logInOnScreen(page, learner);
    expect(await keptPages(page)).toEqual([]);
  });

  test('goes with the logout, and what was on its way then does not bring it back', async ({
    site,
    learner,
    page,
  }) => {
    const path = coursePath(learner);
    await site.logIn(page, learner);
    await see(site, page, path);
    site.network.forget();
    site.network.when('GET', path, { kind: 'hold-request' });
    await site.open(page, path);
    const renewal = await site.network.arrival('GET', path);
    await page.goto(`${site.network.origin}/mypage`);
    await page.getByTestId('logout').click();
    await expect(page).toHaveURL(/\/login$/);
    await expect.poll(() => keptPages(page)).toEqual([]);
    site.network.behave();
    site.network.release();
    await expect.poll(() => renewal.state).toBe('over');
    // The worker has worked that answer off once it has kept something that came later.
    await page.evaluate(async () => {
      const { active } = await navigator.serviceWorker.ready;
      active?.postMessage({ type: 'seen', path: '/course' });
    });
    await expect.poll(() => keptPages(page)).toContain('/course');
    expect(await keptPages(page)).toEqual(['/course']);
  });

  test('does not hide that there is maintenance', async ({ site, learner, page }) => {
    const path = await seeCourse(site, learner, page);
    // A page that stands asks again by itself and would hear of it first: who knows of it already stays where they are.
    await site.open(page, '/version.json');
    await site.maintenance('on');
    try {
      await site.open(page, path);
      await expect(page).toHaveURL(/\/maintenance$/);
    } finally {
      await site.maintenance('off');
    }
  });

  test('is the same when a Wi-Fi answers in place of the server, whose page is never kept', async ({
    site,
    learner,
    page,
  }) => {
    const path = await seeCourse(site, learner, page);
    site.network.always(captivePortal);
    site.network.forget();
    await site.open(page, path);
    await expect(heading(page)).toHaveText(learner.courses[0]?.name ?? '');
    await site.network.arrival('GET', path);
    await site.open(page, '/course');
    await expect(page.getByRole('heading')).toHaveText('Please log in to this network');
    site.network.behave();
    await site.open(page, '/teacher');
    await expect.poll(() => keptPages(page)).toEqual([path, '/teacher'].sort());
    const kept = () =>
      page.evaluate(async () => {
        const cache = await caches.open('kept-pages');
        const pages = await cache.matchAll();
        return Promise.all(pages.map(async (one) => (await one.text()).includes('Please log in')));
      });
    expect(await kept()).toEqual([false, false]);
  });

  test('goes when the worker is switched off', { tag: '@long' }, async ({ site, learner, page }) => {
    const path = await seeCourse(site, learner, page);
    const { build } = JSON.parse(site.deployment.read('version.json'));
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ build, sw: 'off' });
    site.network.when('GET', '/version.json', { kind: 'answer', status: 200, headers, body });
    site.network.forget();
    await site.open(page, path);
    // Behind the copy the worker asks for today's page: it must not be counted below.
    await site.network.arrival('GET', path);
    await expect.poll(() => page.evaluate(() => caches.has('switch'))).toBe(true);
    await expect.poll(() => keptPages(page)).toEqual([]);
    site.network.forget();
    await site.open(page, path);
    await expect(offer(page)).toBeVisible();
    expect(site.network.seen('GET', path)).toHaveLength(1);
  });
});

// offline.md 6.11
test('a page that the operator has taken back is gone at the next visit', async ({ site, learner, page }) => {
  const notice = `where title = '${learner.notice}'`;
  await site.rows(`update notices set audience = 'public' ${notice}`);
  const [row] = await site.rows<{ id: number }>(`select id from notices ${notice}`);
  const path = `/notice/${row?.id}`;
  await site.open(page, path);
  await expect(heading(page)).toHaveText(learner.notice);
  await expect.poll(() => keptPages(page)).toContain(path);
  await site.rows(`update notices set published = now() + interval '1 day' ${notice}`);
  await site.open(page, path);
  await expect(page.getByTestId('not-found')).toBeVisible();
  await expect.poll(() => keptPages(page)).not.toContain(path);
  await site.open(page, path);
  await expect(page.getByTestId('not-found')).toBeVisible();
});

test('a page that is for members now is gone at the next visit, and was not read by anybody after it', async ({
  site,
  learner,
  page,
}) => {
  const notice = `where title = '${learner.notice}'`;
  await site.rows(`update notices set audience = 'public' ${notice}`);
  const [row] = await site.rows<{ id: number }>(`select id from notices ${notice}`);
  const path = `/notice/${row?.id}`;
  await site.open(page, path);
  await expect(heading(page)).toHaveText(learner.notice);
  await expect.poll(() => keptPages(page)).toContain(path);
  await site.rows(`update notices set audience = 'member' ${notice}`);
  const answer = await page.request.get(site.network.origin + path, { headers: { Accept: 'text/html' } });
  expect(await answer.text()).not.toContain(learner.notice);
  await site.open(page, path);
  await expect(page).toHaveURL(/\/login$/);
  await expect.poll(() => keptPages(page)).not.toContain(path);
});

/** A campaign that runs until tomorrow. @returns its path. */
async function storeCampaign(site: Site, { courses }: Learner): Promise<string> {
  const slug = `kept-${courses[0]?.id}`;
  const hero = { eyebrow: '', heading: ['春から学ぶ'], lead: '', note: '', picture: 'season' };
  const cta = { to: 'signup', label: '会員登録', note: '' };
  await site.rows(`insert into campaigns (key, pack, title, starts, ends, hero, cta, sections)
    select '${slug}', pack, '春から学ぶ', now() - interval '1 day', now() + interval '1 day',
      '${JSON.stringify(hero)}'::jsonb, '${JSON.stringify(cta)}'::jsonb, '[]'::jsonb
    from courses where id = ${courses[0]?.id}`);
  return `/campaign/${slug}`;
}

// offline.md 6.12
test('a campaign that has ended since it was seen signs nobody up, also by a press before any script', async ({
  site,
  learner,
  page,
}) => {
  const isCampaign = /^\/api\/cms\/campaign\/[^/]+\/$/;
  const path = await storeCampaign(site, learner);
  await site.open(page, path);
  await expect(page.locator('a[data-acts]').first()).toHaveText('会員登録');
  await expect.poll(() => keptPages(page)).toContain(path);
  await site.rows(
    `update campaigns set ends = now() - interval '1 minute' where key = 'kept-${learner.courses[0]?.id}'`,
  );
  site.network.when('GET', isCampaign, { kind: 'hold-request' });
  await page.addInitScript(() => {
    addEventListener('DOMContentLoaded', () => document.querySelector<HTMLElement>('a[data-acts]')?.click());
  });
  site.network.forget();
  await site.open(page, path);
  await site.network.arrival('GET', isCampaign);
  await expect(page.getByText('いまの内容を確かめています。')).toBeVisible();
  site.network.behave();
  site.network.release();
  await expect(page.getByTestId('campaign-ended')).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  // Nor does a later sign-up come through it.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('campaign'))).toBeNull();
});

/** Goes to an address of the site without waiting for anything: the page may not come to its end, or not start. */
async function leaveFor(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => location.assign(to), path);
}

// performance.md 3
for (const name of ['the list of courses', 'a course']) {
  test(`${name} that was seen: nothing moves when it is opened again, also without a network`, async ({
    site,
    learner,
    page,
  }) => {
    const path = name === 'a course' ? coursePath(learner) : '/course';
    await site.open(page, path);
    await expect.poll(() => keptPages(page)).toContain(path);
    const moved = await watchShifts(page);
    const takenOver = page.locator('#root:not(:has([data-session="pending"]))');
    await site.open(page, path);
    await expect(takenOver).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await moved()).toEqual([]);

    await site.network.disconnect();
    await site.open(page, path);
    await expect(page.getByRole('main').getByText(/時点の内容$/)).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(await moved()).toEqual([]);
  });
}

// performance.md 3
test('a page that comes in pieces shows its header whole, so none of its places moves', async ({
  site,
  browser,
}) => {
  // A device that has nothing of the app yet.
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const page = await context.newPage();
  const moved = await watchShifts(page);
  const address = `${site.network.origin}/about`;
  const html = await (await fetch(address, { headers: { accept: 'text/html' } })).text();
  const afterPlaces = Buffer.byteLength(html.slice(0, html.indexOf('</nav>') + '</nav>'.length));
  site.network.when('GET', '/about', { kind: 'hold-rest', after: afterPlaces }, 1);
  await page.goto(address, { waitUntil: 'commit' });
  await expect.poll(() => page.locator('header nav').count()).toBe(1);
  expect(await page.getByTestId('cart-link').count()).toBe(0);
  // Time enough for a first picture of what is here.
  await page.evaluate(() => {
    const shown = new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    return Promise.race([shown, new Promise((done) => setTimeout(done, 1000))]);
  });
  site.network.release();
  await expect(heading(page)).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(await moved()).toEqual([]);
  await context.close();
});

// offline.md 6.6
for (const path of ['/about', '/course']) {
  const tag = path === '/course' ? [] : '@long';
  test(`${path} that is not on the device is read while it is still coming`, { tag }, async ({
    site,
    page,
  }) => {
    await site.open(page, '/login');
    await workerIsWarm(page);
    // What the page warms by itself must not bring it back.
    site.network.when('GET', '/pages/about.html', { kind: 'answer', status: 503, body: '' });
    await page.evaluate(async () => {
      for (const name of await caches.keys()) await (await caches.open(name)).delete('/pages/about.html');
    });
    // A test before may have left the page in the browser's own cache: the answer would be a 304, without a body.
    await (await page.context().newCDPSession(page)).send('Network.clearBrowserCache');
    // Its size as the browser gets it; asked for twice, because the first answer may come before the page is made.
    const headers = { accept: 'text/html', 'accept-encoding': 'gzip, deflate, br' };
    const whole = async () => (await fetch(site.network.origin + path, { headers })).headers;
    await whole();
    const size = Number((await whole()).get('content-length'));
    site.network.forget();
    site.network.when('GET', path, { kind: 'stall-body', after: size - 200 });
    await leaveFor(page, path);
    const seen = await site.network.arrival('GET', path);
    await expect(page).toHaveURL(new RegExp(`${path}$`));
    await expect(heading(page)).toBeVisible();
    expect(seen.sent).toBe(size - 200);
    expect(seen.state).toBe('held');
  });
}

// offline.md 6.6, 6.7, 3.14
test('a page of the build is answered from the device, and a new build is there at the next start', async ({
  site,
  page,
  context,
}) => {
  await site.open(page, '/student');
  await workerIsWarm(page);
  site.deployment.deploy('B2');
  site.network.forget();
  site.network.when('GET', '/student', { kind: 'stall' });
  await site.open(page, '/student');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(site.network.seen('GET', '/student')).toEqual([]);
  expect(await entryOf(page)).not.toMatch(/-B2~/);
  await newWorkerWaits(page);
  site.network.behave();
  // One server still hands out the page of the former build.
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const body = site.deployment.read('pages/student.html');
  site.network.when('GET', '/pages/student.html', { kind: 'answer', status: 200, headers, body });
  await context.newPage();
  await page.close();
  const begin = async () => {
    const tab = await context.newPage();
    await site.open(tab, '/student');
    const entry = await entryOf(tab);
    if (!/-B2~/.test(entry)) await tab.close();
    return { tab, entry };
  };
  // The browser lets the new worker in when the last tab is gone and the old worker has no work: each start gives it
  // some seconds of it (`lookAfterMs`), so a start that came too early is followed by a rest.
  await expect
    .poll(async () => (await begin()).entry, { intervals: [5000, 10_000, 20_000], timeout: 120_000 })
    .toMatch(/-B2~/);
  const { tab } = await begin();
  expect(await warmWorker(tab)).toBe(1);
  expect((await begin()).entry).toMatch(/-B2~/);
});

// offline.md 3.1, 3.7
test('a page of the build whose script is nowhere any more comes back from the network', {
  tag: '@long',
}, async ({ site, page }) => {
  await site.open(page, '/parent');
  await workerIsWarm(page);
  const lost = await entryOf(page);
  site.deployment.deploy('B2');
  // The new version cannot be installed yet: what runs is the former worker.
  site.network.when('GET', '/sw.js', { kind: 'answer', status: 503, body: '' });
  await loseFile(page, lost);
  await leaveFor(page, '/parent');
  const wayOut = page.getByRole('alert').filter({ hasText: '画面を表示できません' });
  await wayOut.getByRole('button', { name: 'もう一度読み込む' }).click();
  await expect.poll(() => entryOf(page)).toMatch(/-B2~/);
  await expect(wayOut).toHaveCount(0);
});
