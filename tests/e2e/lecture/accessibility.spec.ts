import type { Page } from '@playwright/test';
import { findings, findingsIn } from '../axe.ts';
import { expect, focusView, lecture, type OwnedCourse, openTab, test, videoIsReady } from './fixtures.ts';

/** Header cells that hold a formula: axe takes MathML for a picture without words, screen readers do not. */
const misread = 'th:has(math)';

type State = {
  name: string;
  /** All that is other than in the state before; a selector. Without it axe looks at the whole page. */
  part?: string;
  /** Without it the page stays as the state before it has left it: a full load costs more than a look. */
  at?: (courses: { math: OwnedCourse; closed: OwnedCourse }) => string;
  prepare: (page: Page) => Promise<void>;
};

const states: State[] = [
  {
    name: 'text below the player',
    at: ({ math }) => lecture(math, math.lesson('0301')),
    prepare: videoIsReady,
  },
  {
    name: 'boards',
    part: '[role="tabpanel"]',
    prepare: async (page) => {
      await openTab(page, /板書/);
      await expect(page.getByRole('region', { name: /^板書 \d/ })).toBeVisible();
    },
  },
  {
    name: 'textbook',
    part: '[role="tabpanel"]',
    prepare: async (page) => {
      await openTab(page, 'テキスト');
      await expect(page.getByTestId('textbook-page')).toContainText('三角比');
    },
  },
  {
    name: 'notes',
    part: '[role="tabpanel"]',
    prepare: async (page) => {
      await openTab(page, /メモ/);
      await page.getByLabel('メモを書く').fill('あ'.repeat(1001));
    },
  },
  {
    name: 'the choice what to keep on the device',
    part: 'dialog[open]',
    at: ({ math }) => lecture(math, math.lesson('0301')),
    prepare: async (page) => {
      await page.getByRole('button', { name: /を端末に保存$/ }).click();
      await expect(page.getByRole('button', { name: /^保存を始める/ })).toBeVisible();
    },
  },
  {
    name: 'a lesson to read',
    at: ({ math }) => lecture(math, math.lesson('0302')),
    prepare: async (page) => expect(page.getByText('この授業の目標')).toBeVisible(),
  },
  {
    name: 'the end of a lesson',
    at: ({ math }) => lecture(math, math.lesson('0301'), math.lesson('0301').duration - 1),
    prepare: async (page) => {
      await videoIsReady(page);
      await page.keyboard.press('k');
      await expect(page.getByTestId('lesson-end')).toBeVisible();
    },
  },
  {
    name: 'access has ended',
    at: ({ closed }) => lecture(closed, closed.lesson('0401')),
    prepare: async (page) => expect(page.getByText(/視聴期限が終了しています/).first()).toBeVisible(),
  },
  {
    name: 'focus view',
    at: ({ math }) => focusView(math, math.lesson('0301')),
    prepare: async (page) => expect(page.getByTestId('textbook-page')).toContainText('三角比'),
  },
  {
    name: 'the keys',
    part: 'dialog[open]',
    prepare: async (page) => {
      await videoIsReady(page);
      await page.keyboard.press('?');
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'contents or plan',
    part: 'dialog[open]',
    prepare: async (page) => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
      await page.getByRole('button', { name: '今日の予定' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
];

for (const [form, viewport] of [
  ['phone', { width: 390, height: 844 }],
  ['desktop', { width: 1280, height: 800 }],
] as const) {
  const tag = form === 'phone' ? [] : '@long';
  test(`axe finds nothing on the lecture pages, ${form}`, { tag }, async ({
    site,
    student,
    math,
    closed,
    visit,
  }) => {
    test.slow();
    const page = await visit({ as: student, at: '/mypage', viewport });
    for (const { name, part, at, prepare } of states) {
      if (at) await page.goto(site.network.origin + at({ math, closed }));
      await expect(page.locator('main h1')).toBeAttached();
      await prepare(page);
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      // What a tap has scrolled to must not lie half under what sticks to the edge.
      await page.evaluate(() => scrollTo(0, 0));
      const found = part ? await findingsIn(page, part, misread) : await findings(page, misread);
      expect({ name, found }).toEqual({ name, found: [] });
    }
  });
}
