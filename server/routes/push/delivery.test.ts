import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PushInput } from '#contracts/push.ts';
import { readConfig } from '../../config.ts';
import { queryRows } from '../../db/client.ts';
import { studyDays } from '../../db/schema/learning.ts';
import { pushNow } from '../../push/regularly.ts';
import { giveCourse, storeCourse, storeNotice } from '../../testing/catalog.ts';
import { createTestApp, type TestApp } from '../../testing/createTestApp.ts';
import { PushService } from '../../testing/pushService.ts';
import type { SignedIn } from '../../testing/users.ts';

const minute = 60_000;
const hour = 60 * minute;
const config = { pushAllowLocal: true, pushContact: 'mailto:operator@example.jp' };
let service: PushService;
let app: TestApp;
let user: SignedIn;

beforeAll(async () => {
  service = await PushService.start();
});
afterAll(() => service.stop());
beforeEach(async () => {
  app = await createTestApp({ config });
  user = await app.signIn(await app.createUser({ grade: 'h1' }));
});

async function subscribe(kinds: PushInput['kinds'], who = user): Promise<PushInput> {
  const browser = service.browser(kinds);
  await app.call('POST', '/api/support/push/', { token: who.token, json: browser });
  return browser;
}
const news = (title: string, fields = {}) =>
  storeNotice(app.deps, { title, published: new Date(app.clock.now()), ...fields });
const titles = (browser: PushInput) => service.receivedBy(browser).map(({ payload }) => payload.title);
/** Moves the clock, which stands at noon, to a time of the day. */
function toTime(time: string): void {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  app.clock.advance((hours - 12) * hour + minutes * minute);
}

describe('a new notice', () => {
  it('reaches every browser that wants notices, once, signed and readable for it alone', async () => {
    const other = await app.signIn();
    const [mine, tablet, theirs] = [
      await subscribe(['notice']),
      await subscribe(['notice', 'reminder']),
      await subscribe(['notice'], other),
    ];
    const unwilling = await subscribe(['reminder'], other);
    app.clock.advance(minute);
    const id = await news('夏期講習の受付');
    await pushNow(app.deps);
    await pushNow(app.deps);
    for (const browser of [mine, tablet, theirs]) expect(titles(browser)).toEqual(['夏期講習の受付']);
    expect(titles(unwilling)).toEqual([]);
    const [first] = service.receivedBy(mine);
    expect(first).toMatchObject({ contact: 'mailto:operator@example.jp', ttl: 86_400 });
    expect(first?.payload).toEqual({
      kind: 'notice',
      title: '夏期講習の受付',
      body: 'お知らせが届きました。',
      path: `/mypage/notice/${id}`,
      tag: `notice:${id}`,
      unread: 1,
    });
  });

  it('is sent once however many processes look for it at the same time', async () => {
    const browsers = await Promise.all(Array.from({ length: 6 }, () => subscribe(['notice'])));
    app.clock.advance(minute);
    await news('一度だけ');
    const beside = await createTestApp({ config, besides: app });
    await Promise.all([pushNow(app.deps), pushNow(beside.deps), pushNow(app.deps), pushNow(beside.deps)]);
    for (const browser of browsers) expect(service.callsFor(browser)).toBe(1);
  });

  it('waits until it is out; one from before the browser subscribed is no news', async () => {
    await news('前から');
    app.clock.advance(minute);
    const browser = await subscribe(['notice']);
    await news('明日', { published: new Date(app.clock.now() + 2 * hour) });
    await news('ずっと前', { published: new Date(app.clock.now() - 72 * hour) });
    await pushNow(app.deps);
    expect(titles(browser)).toEqual([]);
    app.clock.advance(2 * hour);
    await pushNow(app.deps);
    expect(titles(browser)).toEqual(['明日']);
  });

  it('that came in dated back, or was read meanwhile', async () => {
    const browser = await subscribe(['notice']);
    app.clock.advance(minute);
    await news('昨日の日付', { published: new Date(app.clock.now() - 20 * hour) });
    const read = await news('読んだ');
    await app.call('POST', `/api/cms/notice/${read}/read/`, { token: user.token });
    await pushNow(app.deps);
    expect(titles(browser)).toEqual(['昨日の日付']);
  });

  it('waits for the end of the quiet hours the learner chose', async () => {
    await app.call('PATCH', '/accounts/user/', {
      token: user.token,
      json: { preference: { quiet_from: '11:00', quiet_to: '13:30' } },
    });
    const browser = await subscribe(['notice']);
    app.clock.advance(minute);
    await news('静かな時間');
    await pushNow(app.deps);
    toTime('13:28');
    await pushNow(app.deps);
    expect(titles(browser)).toEqual([]);
    app.clock.advance(minute);
    await pushNow(app.deps);
    expect(titles(browser)).toEqual(['静かな時間']);
  });

  it('is not sent to a browser whose login has ended', async () => {
    const browser = await subscribe(['notice']);
    app.clock.advance(minute);
    await news('ログアウトのあと');
    await app.call('POST', '/accounts/logout/', { token: user.token });
    await pushNow(app.deps);
    expect(service.callsFor(browser)).toBe(0);
  });
});

describe('a push service that', () => {
  async function oneNotice(): Promise<PushInput> {
    const browser = await subscribe(['notice']);
    app.clock.advance(minute);
    await news('再送');
    return browser;
  }
  const browsers = () => queryRows(app.db, sql`select id from push_subscriptions`);

  it.each([404, 410])('says %i: the browser is forgotten', async (status) => {
    service.replyFor(await oneNotice(), { status });
    await pushNow(app.deps);
    expect(await browsers()).toEqual([]);
  });

  it('is overloaded is asked again, not before it said', async () => {
    const browser = await oneNotice();
    service.replyFor(browser, { status: 503, headers: { 'Retry-After': '600' } });
    await pushNow(app.deps);
    service.replyFor(browser, { status: 201 });
    app.clock.advance(9 * minute);
    await pushNow(app.deps);
    expect(service.callsFor(browser)).toBe(1);
    app.clock.advance(minute);
    await pushNow(app.deps);
    expect(titles(browser)).toEqual(['再送']);
  });

  it('always fails is left alone in the end', async () => {
    const browser = await oneNotice();
    service.replyFor(browser, { status: 500 });
    for (let tries = 0; tries < 9; tries += 1) {
      await pushNow(app.deps);
      app.clock.advance(hour);
    }
    expect(service.callsFor(browser)).toBe(5);
    expect(await browsers()).toHaveLength(1);
  });

  it('refuses a message is not asked again with it', async () => {
    const browser = await oneNotice();
    service.replyFor(browser, { status: 400 });
    await pushNow(app.deps);
    app.clock.advance(hour);
    await pushNow(app.deps);
    expect(service.callsFor(browser)).toBe(1);
  });

  it('never answers holds nobody up for longer than an outward call may take', async () => {
    const silent = await oneNotice();
    const beside = await subscribe(['notice']);
    service.replyFor(silent, null);
    app.clock.advance(minute);
    await news('もう一つ');
    // Without its limit the call would never end.
    await pushNow({ ...app.deps, config: { ...app.deps.config, outwardTimeout: 5000 } });
    expect(readConfig({}).outwardTimeout).toBeLessThanOrEqual(10_000);
    expect(titles(beside)).toEqual(['もう一つ']);
  });

  it('leads elsewhere is not followed', async () => {
    const browser = await oneNotice();
    const trap = service.browser();
    service.replyFor(browser, { status: 307, headers: { Location: trap.endpoint } });
    await pushNow(app.deps);
    expect([service.callsFor(browser), service.callsFor(trap)]).toEqual([1, 0]);
  });
});

describe('a study reminder', () => {
  beforeEach(async () => {
    const course = await storeCourse(app.deps);
    await giveCourse(app.deps, user.id, course.id);
  });
  const choose = (preference: object) =>
    app.call('PATCH', '/accounts/user/', { token: user.token, json: { preference } });

  it('comes once a day at the chosen time, and says nothing about the learner', async () => {
    const browser = await subscribe(['reminder']);
    await choose({ remind_at: '18:30' });
    toTime('18:29');
    await pushNow(app.deps);
    expect(titles(browser)).toEqual([]);
    app.clock.advance(minute);
    await pushNow(app.deps);
    app.clock.advance(minute);
    await pushNow(app.deps);
    expect(service.receivedBy(browser).map(({ payload }) => payload)).toEqual([
      {
        kind: 'reminder',
        title: '今日の学習をはじめませんか',
        body: '前回の続きから、5分だけでも進められます。',
        path: '/mypage',
        tag: 'reminder',
        unread: 0,
      },
    ]);
    app.clock.advance(24 * hour);
    await pushNow(app.deps);
    expect(titles(browser)).toHaveLength(2);
  });

  it('does not come to who has studied today, has no course, or does not want it', async () => {
    const browser = await subscribe(['reminder']);
    await app.db.insert(studyDays).values({ userId: user.id, day: '2026-04-10', seconds: 300 });
    const newcomer = await app.signIn();
    const empty = await subscribe(['reminder'], newcomer);
    const unwilling = await subscribe(['notice']);
    toTime('19:05');
    await pushNow(app.deps);
    expect([browser, empty, unwilling].flatMap(titles)).toEqual([]);
  });

  it.each([
    ['h1', '21:50', 1],
    ['h1', '22:00', 0],
    ['adult', '22:00', 1],
    [null, '23:59', 0],
  ])('to grade %s at %s without quiet hours: %i', async (grade, remind_at, count) => {
    await app.db.execute(sql`update users set grade = ${grade} where id = ${user.id}`);
    await choose({ remind_at, quiet_from: '00:00', quiet_to: '00:00' });
    const browser = await subscribe(['reminder']);
    toTime(remind_at);
    await pushNow(app.deps);
    expect(titles(browser)).toHaveLength(count);
  });

  it('of the late evening belongs to that evening also after midnight', async () => {
    await app.db.execute(sql`update users set grade = 'adult' where id = ${user.id}`);
    await choose({ remind_at: '23:50', quiet_from: '00:00', quiet_to: '00:00' });
    const browser = await subscribe(['reminder']);
    toTime('23:55');
    await pushNow(app.deps);
    app.clock.advance(10 * minute);
    await pushNow(app.deps);
    expect(titles(browser)).toHaveLength(1);
  });
});
