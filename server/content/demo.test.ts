import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { orderStatuses } from '#contracts/shopOrder.ts';
import { subscriptionStatuses } from '#contracts/shopSubscription.ts';
import type { Campaign, Home } from '#contracts/site.ts';
import { users } from '../db/schema/accounts.ts';
import { courses, packs } from '../db/schema/catalog.ts';
import { gatewayCommands, ledgerEntries, moneyTasks, orders } from '../db/schema/order.ts';
import { coupons } from '../db/schema/shop.ts';
import { subscriptions } from '../db/schema/subscription.ts';
import { hashPassword } from '../domain/accounts/passwords.ts';
import { expireDue } from '../domain/order/expire.ts';
import { compareBooks } from '../domain/order/nightly.ts';
import { observeDue } from '../domain/order/observe.ts';
import { bodyOf, type PageBody } from '../testing/answers.ts';
import type { OrderBody } from '../testing/buyer.ts';
import { createTestApp, type TestApp } from '../testing/createTestApp.ts';
import { emptyFolder } from '../testing/emptyFolder.ts';
import { takeMails } from '../testing/mails.ts';
import { type TestGateway, testGateway } from '../testing/testGateway.ts';
import { demoFolder, isDemoAllowed, loadDemo } from './demo.ts';
import { assertNoDemoAccounts, demoAccountIds } from './demoAccounts.ts';
import { demoAccounts } from './demoList.ts';
import { lessonsOf, type PackContent } from './packTypes.ts';
import { readPack } from './readPack.ts';

const mib = 1024 * 1024;
/** Checking and importing the whole demo takes seconds, minutes on a busy machine. */
const patient = 300_000;

describe('the demo pack', () => {
  let pack: PackContent;
  beforeAll(async () => {
    pack = await readPack(demoFolder);
  }, patient);

  it('holds what was promised: courses, chapters, lessons', () => {
    expect(pack.courses.length).toBeGreaterThanOrEqual(8);
    expect(lessonsOf(pack).length).toBeGreaterThanOrEqual(120);
    for (const course of pack.courses) {
      expect([course.id, course.chapters.length >= 3 && course.chapters.length <= 5]).toEqual([
        course.id,
        true,
      ]);
    }
    const subjects = new Set(pack.courses.map((course) => course.subject.id));
    expect([...subjects].sort()).toEqual([
      ...['chemistry', 'english', 'history', 'information', 'japanese', 'math', 'physics'],
    ]);
  });

  it('has sixteen or more videos of a minute or longer, each with sound only, subtitles, poster and boards', () => {
    const videos = lessonsOf(pack).filter((lesson) => lesson.video);
    expect(videos.length).toBeGreaterThanOrEqual(16);
    for (const lesson of videos) {
      const has = [lesson.audio, lesson.captions, lesson.poster, lesson.boards[0]].map(Boolean);
      expect([lesson.id, lesson.duration >= 60, ...has]).toEqual([lesson.id, true, true, true, true, true]);
    }
  });

  it('has a textbook with two sample pages, a thumbnail and one free lesson a course, and portraits of the teachers', () => {
    for (const course of pack.courses) {
      const free = course.chapters[0]?.units[0]?.lessons[0]?.isFree;
      expect([course.id, free, course.textbook !== null, course.thumbnail !== null]).toEqual([
        course.id,
        true,
        true,
        true,
      ]);
    }
    for (const { id, textbookSamples } of pack.courses) {
      const light = textbookSamples.filter(({ width, picture }) => width === 888 && picture.size <= 25_000);
      expect([id, light.length]).toEqual([id, 2]);
    }
    expect(lessonsOf(pack).every((lesson) => lesson.textbookPages !== null)).toBe(true);
    expect(pack.teachers.every((teacher) => teacher.photo !== null)).toBe(true);
    expect(pack.notices.length).toBeGreaterThan(0);
  });

  it('has exams of every kind with as many answers as promised, and schools to be judged by', () => {
    const { exams, schools, borders, naishin } = pack.examPart;
    const slots = new Map(exams.map(({ id, subjects }) => [id, subjects.map((subject) => subject.slots)]));
    expect(Object.fromEntries(slots)).toEqual({
      'common-a': [30, 30, 10, 10],
      'common-b': [30, 50, 36, 25, 25],
      'diagnosis-k': [20, 20],
      'english-d': [30],
      'highschool-c': [20, 21, 20, 20, 20],
      'math-f': [11],
      'pre-common': [10, 10],
    });
    const tracks = exams.flatMap(({ subjects }) => subjects.flatMap(({ paper }) => paper.tracks));
    expect([tracks.length, new Set(tracks.map(({ plays }) => plays)).size]).toEqual([27, 2]);
    const universities = schools.filter(({ kind }) => kind === 'university');
    expect(universities.length).toBeGreaterThanOrEqual(12);
    expect(universities.flatMap(({ faculties }) => faculties).length).toBeGreaterThanOrEqual(40);
    expect([...new Set(borders.map(({ year }) => year))].sort()).toEqual([2026, 2027]);
    expect(naishin).toHaveLength(1);
  });

  it('stays under 60 MB', async () => {
    const entries = await readdir(demoFolder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const sizes = await Promise.all(files.map((file) => stat(join(file.parentPath, file.name))));
    expect(sizes.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(60 * mib);
  });
});

/** Not in the demo: the first lasts seconds, and a plan that is refused comes to the others after 8 and 21 days. */
const comingByThemselves = ['starting', 'suspended', 'ended'];

describe('loadDemo', () => {
  let app: TestApp;
  let old: number;
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await testGateway();
    app = await createTestApp({ config: { mediaDir: await emptyFolder() }, gateway: gateway.gateway });
    gateway.follow(app.clock);
    // Data of a demo version that did not note its accounts; one of the accounts has another address by now.
    const row = { name: 'x', license: 'x', credits: [], imported: new Date(), fingerprint: 'x' };
    await app.db.insert(packs).values({ key: 'demo', ...row });
    const passwordHash = await hashPassword(demoAccounts[0]?.password ?? '', 'test');
    old = (await app.createUser({ email: 'moved@example.jp', passwordHash })).id;
    await loadDemo(app.deps, gateway.scripted);
  }, patient);
  afterAll(() => gateway.stop());

  async function login(email: string): Promise<string> {
    const json = { email, password: demoAccounts[0]?.password };
    const answer = app.call('POST', '/accounts/login/', { json });
    return (await bodyOf<{ access_token: string }>(answer)).access_token;
  }

  it('gives the student six courses, one of them expired, and something to see on every page', async () => {
    const token = await login('student@example.com');
    const get = <Body>(path: string) => bodyOf<Body>(app.call('GET', path, { token }));
    const inventory = await get<PageBody<{ is_expired: boolean }>>('/api/lms/inventory/');
    expect(inventory.count).toBe(6);
    expect(inventory.results.filter((item) => item.is_expired)).toHaveLength(1);
    for (const list of ['bookmark', 'favorite', 'check', 'note', 'watchhistory']) {
      expect([list, (await get<PageBody<unknown>>(`/api/lms/${list}/`)).count > 0]).toEqual([list, true]);
    }
    const dashboard = await get<{
      resume: object | null;
      next: unknown[];
      week: { minutes: number; streak: number };
    }>('/api/lms/dashboard/');
    expect(dashboard.resume).toMatchObject({ is_completed: false });
    expect(dashboard.next).toHaveLength(5);
    expect(dashboard.week.minutes).toBeGreaterThan(10);
    expect(dashboard.week.streak).toBeGreaterThan(2);
    expect(await bodyOf(app.call('GET', '/accounts/user/', { token }))).toMatchObject({
      family_name: '佐藤',
      given_name: '美咲',
    });
  });

  it('notes which accounts it made, also before they were noted: production does not start with them', async () => {
    const ids = await demoAccountIds(app.deps);
    expect([ids.length, ids.includes(old)]).toEqual([demoAccounts.length + 1, true]);
    await expect(assertNoDemoAccounts(app.deps)).rejects.toThrow('NODE_ENV=production');
  });

  it('gives the newcomer nothing yet', async () => {
    const token = await login('newcomer@example.com');
    expect(await bodyOf(app.call('GET', '/api/lms/inventory/', { token }))).toMatchObject({ count: 0 });
  });

  it('counts from the day of loading: campaigns run, a coupon has an end, and the teen is under 18, whenever that is', async () => {
    const { banners } = await bodyOf<Home>(app.call('GET', '/api/cms/home/'));
    expect(banners.map(({ slug }) => slug).sort()).toEqual(['exam-parent', 'exam-student']);
    for (const { slug } of banners) {
      const { sections } = await bodyOf<Campaign>(app.call('GET', `/api/cms/campaign/${slug}/`));
      const sold = sections.flatMap((section) => (section.kind === 'courses' ? section.courses : []));
      expect([slug, sold.filter(({ price }) => (price ?? 0) > 0).length]).toEqual([slug, 3]);
    }
    const [coupon] = await app.db.select().from(coupons).where(eq(coupons.code, 'MANABU'));
    const daysLeft = ((coupon?.expiresAt?.getTime() ?? 0) - app.clock.now()) / 86_400_000;
    expect(Math.round(daysLeft)).toBeGreaterThan(150);
    expect(daysLeft).toBeLessThan(182);
    const [teen] = await app.db.select().from(users).where(eq(users.email, 'teen@example.com'));
    const years = (app.clock.now() - Date.parse(teen?.birthDate ?? '')) / (365.25 * 86_400_000);
    expect(Math.floor(years)).toBe(13);
  });

  it.each(['parent@example.com', 'adult@example.com'])(
    'lets %s buy: of age, with coupons in every state',
    async (email) => {
      const token = await login(email);
      const get = <Body>(path: string) => bodyOf<Body>(app.call('GET', path, { token }));
      expect(await get('/api/lms/inventory/')).toMatchObject({ count: 0 });
      const math = (
        await app.db.select({ id: courses.id }).from(courses).where(eq(courses.key, 'hs-math-1'))
      )[0];
      const json = { product_id: `course-${math?.id}` };
      const cart = await bodyOf(app.call('POST', '/api/shop/cart/item/', { token, json }));
      expect(cart).toMatchObject({ total: 10_800, needs_guardian: false, coupon: { code: 'SUGAKU' } });
      const { results } = await get<PageBody<{ code: string; status: string }>>('/api/shop/coupon/');
      expect(results.map(({ code, status }) => [code, status])).toEqual([
        ['SUGAKU', 'usable'],
        ['MANABU', 'usable'],
        ['SETSUYAKU', 'not_applicable'],
        ['HAYAME', 'not_applicable'],
        ['HARUNE', 'expired'],
      ]);
      const claimed = app.call('POST', '/api/shop/coupon/claim/', { token, json: { code: 'sakura26' } });
      expect((await claimed).status).toBe(201);
    },
  );

  const ordersOf = async (email: string) => {
    const token = await login(email);
    const { results } = await bodyOf<PageBody<OrderBody>>(app.call('GET', '/api/shop/order/', { token }));
    return results;
  };

  it('has orders in every state of an order, paid in every way', async () => {
    const { results: all, lines } = await ordersOf('orders@example.com').then((results) => ({
      results,
      lines: results.map(({ status, method, payment }) => `${status} ${method} ${payment.status}`).sort(),
    }));
    const asked = await ordersOf('teen@example.com');
    const there = new Set([...all, ...asked].map(({ status }) => status));
    expect([...there].sort()).toEqual([...orderStatuses].sort());
    expect(lines).toEqual([
      'authenticating card checking',
      'awaiting_payment bank open',
      'awaiting_payment bank open',
      'awaiting_payment cvs open',
      'canceled bank none',
      'expired cvs expired',
      'failed card failed',
      'paid card paid',
      'paid none none',
      'partially_refunded card paid',
      'refund_requested cvs paid',
      'refunded card paid',
    ]);
    const partPaid = all.find(({ payment }) => payment.received > 0 && payment.rest > 0);
    expect(partPaid?.payment).toMatchObject({ received: 5000, rest: 7800 });
    expect(asked.map(({ status }) => status)).toEqual(['awaiting_guardian', 'confirmed']);
    const plan = await ordersOf('plan@example.com');
    expect(plan.map(({ status, total }) => [status, total])).toEqual([
      ['paid', 2980],
      ['paid', 0],
    ]);
  });

  it('has a plan in every state: running, free, refused, cancelled, paused', async () => {
    const rows = await app.db
      .select({ email: users.email, of: subscriptions })
      .from(subscriptions)
      .innerJoin(users, eq(users.id, subscriptions.userId));
    expect(
      Object.fromEntries(
        rows.map(({ email, of }) => [email, `${of.status}${of.cancelAtEnd ? ' until' : ''}`]),
      ),
    ).toEqual({
      'plan@example.com': 'active',
      'plan-trial@example.com': 'trialing',
      'plan-unpaid@example.com': 'past_due',
      'plan-ending@example.com': 'active until',
      'plan-paused@example.com': 'paused',
    });
    const shown = await Promise.all(
      rows.map(async ({ email }) => {
        const token = await login(email);
        const { results } = await bodyOf<PageBody<{ status: string }>>(
          app.call('GET', '/api/shop/subscription/', { token }),
        );
        return results[0]?.status ?? '';
      }),
    );
    expect([...shown, ...comingByThemselves].sort()).toEqual([...subscriptionStatuses].sort());
    // Nothing of it is left for the jobs of the server that starts.
    const now = app.clock.now();
    expect(rows.filter(({ of }) => of.nextActionAt !== null && of.nextActionAt.getTime() <= now)).toEqual([]);
    const lines = async (email: string) =>
      (await ordersOf(email)).map(({ status, total }) => `${status} ${total}`);
    expect(await lines('plan-unpaid@example.com')).toEqual(['failed 2980', 'paid 0']);
    expect(await lines('plan-ending@example.com')).toEqual(['paid 2980', 'paid 0']);
    expect(await lines('plan-paused@example.com')).toEqual(['paid 2980', 'paid 0']);
  });

  it('has orders whose books are right, and agree with the gateway’s', async () => {
    expect([...(await compareBooks(app.deps, new Date(0)))]).toEqual([]);
    const lines = await app.db.select().from(ledgerEntries);
    expect(lines.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
    const held = (account: string) =>
      lines.reduce((sum, line) => sum + (line.account === account ? line.amount : 0), 0);
    expect(gateway.scripted.books().sums).toMatchObject({
      card: held('clearing_card'),
      cvs: held('clearing_cvs'),
      bank: held('clearing_bank'),
    });
    expect(held('clearing_bank')).toBe(5000);
    const states = (await app.db.select({ state: gatewayCommands.state }).from(gatewayCommands)).map(
      ({ state }) => state,
    );
    expect(states.filter((state) => state !== 'done')).toEqual([]);
    expect((await app.db.select().from(moneyTasks)).map(({ kind }) => kind)).toEqual(['refund_transfer']);
  });

  it('sends nobody a mail of the past: only the guardian who is asked now', async () => {
    expect((await takeMails(app)).map(({ kind, to }) => [kind, to])).toEqual([
      ['order-guardian-ask', 'parent@example.com'],
      ['order-ordered', 'teen@example.com'],
    ]);
  });

  it(
    'does nothing the second time, and repairs lost media',
    async () => {
      await app.db.update(courses).set({ name: '目印' }).where(eq(courses.key, 'jhs-math'));
      const nameNow = async () =>
        (await app.db.select({ name: courses.name }).from(courses).where(eq(courses.key, 'jhs-math')))[0]
          ?.name;
      const before = await app.db.select({ id: orders.id }).from(orders);
      // If a story ran again, it would fail at what its account already has.
      const broken: string[] = [];
      const log = { ...app.deps.log, error: (event: string) => broken.push(event) };
      await loadDemo({ ...app.deps, log }, gateway.scripted);
      expect(broken).toEqual([]);
      expect(await nameNow()).toBe('目印');
      await rm(app.deps.config.mediaDir, { recursive: true });
      await loadDemo(app.deps, gateway.scripted);
      expect(await app.db.select({ id: orders.id }).from(orders)).toEqual(before);
      expect(await nameNow()).not.toBe('目印');
      expect(await readdir(join(app.deps.config.mediaDir, 'demo'))).toContain('jhs-math');
      // A day of jobs leaves the buyer at the bank's page alone.
      app.clock.advance(86_400_000);
      await observeDue(app.deps);
      await expireDue(app.deps);
      const states = (await app.db.select().from(orders)).map(({ status }) => status);
      expect(states).toContain('authenticating');
    },
    patient,
  );
});

describe('isDemoAllowed', () => {
  it.each([
    [false, undefined, true],
    [false, '0', false],
    [true, undefined, false],
    [true, '0', false],
    [true, '1', true],
  ])('production %s, DEMO %s: %s', (production, DEMO, allowed) => {
    expect(isDemoAllowed({ production }, { DEMO })).toBe(allowed);
  });
});
