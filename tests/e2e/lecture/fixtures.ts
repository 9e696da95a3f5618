import type { BrowserContext, Page } from '@playwright/test';
import { waitUncovered } from '../../offline-kit/uncovered.ts';
import { firstScreen } from '../firstScreen.ts';
import { test as base, type DemoSite, expect } from '../screens/fixtures.ts';
import type { Learner } from '../screens/questions.ts';

/** A lesson of the demo as the database knows it. */
export type DemoLesson = { id: string; key: string; name: string; duration: number; hasVideo: boolean };

/** A course of the demo that the test's learner owns. */
export type OwnedCourse = {
  inventory: string;
  id: string;
  name: string;
  lessons: DemoLesson[];
  /** The lesson whose key ends like this, for example `0101`. */
  lesson: (ending: string) => DemoLesson;
};

type CourseRow = { inventory: number; id: number; name: string };
type LessonRow = { id: number; key: string; name: string; duration: number; video: string | null };

/** A course of the demo student, by its key. */
async function ownedCourse(site: DemoSite, learner: Learner, key: string): Promise<OwnedCourse> {
  const [course] = await site.rows<CourseRow>(
    `select i.id as inventory, c.id, c.name from inventories i join courses c on c.id = i.course_id
     where i.user_id = ${learner.id} and c.key = '${key}'`,
  );
  if (!course) throw new Error(`The learner has no course ${key}.`);
  const rows = await site.rows<LessonRow>(
    `select id, key, name, duration, video from lessons where course_id = ${course.id} order by sequence`,
  );
  const lessons = rows.map(({ id, video, ...row }) => ({ ...row, id: String(id), hasVideo: video !== null }));
  return {
    inventory: String(course.inventory),
    id: String(course.id),
    name: course.name,
    lessons,
    lesson: (ending) => {
      const found = lessons.find((lesson) => lesson.key.endsWith(ending));
      if (!found) throw new Error(`The course has no lesson …${ending}.`);
      return found;
    },
  };
}

type Fixtures = {
  /** A course the learner has never opened. */
  physics: OwnedCourse;
  /** A course the learner is in the middle of. */
  math: OwnedCourse;
  /** A course whose time is over. */
  closed: OwnedCourse;
  /** Whether the browsers of the test may have files of the app and of lessons from tests before. */
  isUsed: boolean;
};

/** A browser in Japan without motion and without a worker, as `visit` of the screens opens it. */
const plain = {
  locale: 'ja-JP',
  timezoneId: 'Asia/Tokyo',
  serviceWorkers: 'block',
  reducedMotion: 'reduce',
} as const;

/** Tests of the two lecture pages: the production build in a real browser, the real server with the demo content. */
export const test = base.extend<Fixtures>({
  isUsed: [true, { option: true }],
  // A test that wants a worker, or a browser that nobody has used, gets one of its own.
  visit: async ({ browser, isUsed, site, usedBrowsers, viewport, visit }, use) => {
    const lent: BrowserContext[] = [];
    await use(async (wish) => {
      const { as, at, ...options } = wish;
      if (!isUsed || options.serviceWorkers === 'allow') return visit(wish);
      const storageState = as ? site.stateOf(as) : undefined;
      const wanted = { ...plain, viewport, ...options, serviceWorkers: 'block', storageState } as const;
      const file = `${site.network.origin}/version.json`;
      const context = await usedBrowsers.lend(browser, file, wanted);
      lent.push(context);
      waitUncovered(context, firstScreen);
      const page = await context.newPage();
      await page.goto(site.network.origin + at);
      return page;
    });
    for (const context of lent) await usedBrowsers.takeBack(context);
  },
  physics: async ({ site, student }, use) => use(await ownedCourse(site, student, 'physics-basic')),
  math: async ({ site, student }, use) => use(await ownedCourse(site, student, 'hs-math-1')),
  closed: async ({ site, student }, use) => use(await ownedCourse(site, student, 'jhs-math')),
});

/** Address of a lesson in the course view, or of the course itself. */
export function lecture(course: OwnedCourse, lesson?: DemoLesson, second?: number): string {
  return address('lecture', course, lesson, second);
}

/** Address of a lesson in the focus view. */
export function focusView(course: OwnedCourse, lesson?: DemoLesson): string {
  return address('learnning', course, lesson);
}

function address(view: string, course: OwnedCourse, lesson?: DemoLesson, second?: number): string {
  const query = new URLSearchParams();
  if (lesson) query.set('lesson', lesson.id);
  if (second !== undefined) query.set('t', String(second));
  return `/mypage/${view}/${course.inventory}${query.size > 0 ? `?${query}` : ''}`;
}

/** Waits until the video of the page has its length. */
export async function videoIsReady(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 1);
}

/** Where the video of the page stands, seconds. */
export function videoTime(page: Page): Promise<number> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime);
}

/** Whether the video of the page moves. */
export function isPlaying(page: Page): Promise<boolean> {
  return page.locator('video').evaluate((video: HTMLVideoElement) => !video.paused && !video.ended);
}

/** Starts the video like a learner at the keyboard, and waits until it has played to a second. */
export async function playTo(page: Page, second: number): Promise<void> {
  await videoIsReady(page);
  await page.keyboard.press('k');
  await page.waitForFunction((wanted) => {
    const video = document.querySelector('video');
    return video !== null && !video.paused && video.currentTime >= wanted;
  }, second);
}

/**
 * From now on the video stops by itself at a second, in the page: a machine that takes its time between two steps of a
 * test must not let it run away. Call it before the video gets there; answers how to wait for that.
 */
export async function stopAt(page: Page, second: number): Promise<() => Promise<void>> {
  const state = await page.locator('video').evaluateHandle((video: HTMLVideoElement, wanted) => {
    const now = { hasStopped: false };
    const look = () => {
      if (video.paused || video.currentTime < wanted) return;
      video.removeEventListener('timeupdate', look);
      video.pause();
      now.hasStopped = true;
    };
    video.addEventListener('timeupdate', look);
    return now;
  }, second);
  return async () => {
    await page.waitForFunction(({ hasStopped }) => hasStopped, state);
  };
}

/** Starts the video like a learner at the keyboard; it stops by itself at a second. */
export async function playAndStop(page: Page, second: number): Promise<void> {
  await videoIsReady(page);
  const stopped = await stopAt(page, second);
  await page.keyboard.press('k');
  await stopped();
}

/**
 * The video needs twice as long: it must not come to its end before a slow machine is done. Not at one of the app's own
 * speeds, which it would keep as the learner's choice.
 */
export async function slowDown(page: Page): Promise<void> {
  await page.locator('video').evaluate((video: HTMLVideoElement) => {
    video.playbackRate = 0.51;
  });
}

/** Where the server believes the learner to be in a lesson; `null`: nowhere. */
export async function placeAtServer(
  site: DemoSite,
  learner: Learner,
  lesson: DemoLesson,
): Promise<number | null> {
  const [row] = await site.rows<{ position: number }>(
    `select position from watch_histories where user_id = ${learner.id} and lesson_id = ${lesson.id}`,
  );
  return row?.position ?? null;
}

/** Waits until the text of a lesson is on the device of a learner who has opened the course. */
export async function textIsKept(page: Page, lesson: DemoLesson): Promise<void> {
  const isKept = () =>
    page.evaluate(async (id) => {
      for (const { name } of await indexedDB.databases()) {
        if (!name?.startsWith('u_')) continue;
        const found = await new Promise<boolean>((resolve) => {
          const opening = indexedDB.open(name);
          opening.onsuccess = () => {
            const count = opening.result.transaction('lessons').objectStore('lessons').count(id);
            count.onsuccess = () => {
              opening.result.close();
              resolve(count.result > 0);
            };
          };
        });
        if (found) return true;
      }
      return false;
    }, lesson.id);
  await expect.poll(isKept).toBe(true);
}

/** Opens a tab of the lecture page. */
export async function openTab(page: Page, name: string | RegExp): Promise<void> {
  await page.getByRole('tab', { name }).click();
  await expect(page.getByRole('tabpanel', { name })).toBeVisible();
}

export { expect };
