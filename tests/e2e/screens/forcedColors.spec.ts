import type { ElementHandle, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { allScreens, type Who } from './screens.ts';

/** Screens on which everything stands that has states: tabs, filters, switches, stars, progress, boxes to tick. */
const names = [
  '/mypage',
  '/mypage/course',
  '/mypage/bookmark',
  '/mypage/favorite',
  '/mypage/settings',
  '/mypage/settings/storage',
  '/mypage/lecture/{id}',
  '/mypage/learnning/{id}',
  '/mypage/mockexam/{id}/result',
  '/mypage/mockexam/{id}/result/{id}',
  '/mypage/konoshiki/review',
  '/mypage/konoshiki/review/{id}',
  '/course',
  '/konomoshi',
  '/student',
  '/signup',
  '/contact',
  '/test',
];

/**
 * A way in which an element says that it is on, and how it is turned on and off without the app. `sign`: what is drawn on the
 * element then, which needs a colour of its own.
 */
type State = {
  kind: string;
  selector: string;
  sign?: string;
  set: (element: Element, isOn: boolean) => void;
};

const states: State[] = [
  {
    kind: 'pressed',
    selector: '[aria-pressed]',
    set: (element, isOn) => element.setAttribute('aria-pressed', String(isOn)),
  },
  {
    kind: 'selected',
    selector: '[aria-selected]',
    set: (element, isOn) => element.setAttribute('aria-selected', String(isOn)),
  },
  {
    kind: 'current',
    selector: '[aria-current]:not(span)',
    set: (element, isOn) =>
      isOn ? element.setAttribute('aria-current', 'page') : element.removeAttribute('aria-current'),
  },
  {
    kind: 'chosen',
    selector: '.mantine-SegmentedControl-label',
    set: (element, isOn) => element.toggleAttribute('data-active', isOn),
  },
  {
    kind: 'ticked',
    selector: 'label:has(:is([type=checkbox], [type=radio])), .mantine-Switch-root',
    set: (element, isOn) => {
      const box = element.querySelector<HTMLInputElement>('[type=checkbox], [type=radio]');
      if (box) box.checked = isOn;
    },
  },
  {
    kind: 'flagged',
    selector: '[data-flagged]',
    sign: '::after',
    set: (element, isOn) => element.setAttribute('data-flagged', String(isOn)),
  },
  {
    kind: 'filled',
    selector: '[data-meter]',
    set: (element, isOn) => {
      const bar = element.firstElementChild as HTMLElement;
      const isColumn = bar.style.blockSize !== '';
      bar.style.setProperty(isColumn ? 'block-size' : 'inline-size', isOn ? '60%' : '0%');
    },
  },
  {
    kind: 'measured',
    selector: 'progress',
    set: (element, isOn) => {
      const progress = element as HTMLProgressElement;
      progress.value = isOn ? 0.6 * progress.max : 0;
    },
  },
];

/** The elements of a selector that are seen, `most` of them: rows of a list are alike. */
async function visible(page: Page, selector: string, most: number): Promise<ElementHandle<Element>[]> {
  const all = (await page.locator(selector).elementHandles()) as ElementHandle<Element>[];
  const seen = [];
  for (const one of all) {
    const isSeen = await one.evaluate((element) => {
      const { width, height } = element.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      );
    });
    if (isSeen && seen.length < most) seen.push(one);
  }
  return seen;
}

/** Whether the sign of a state that is on has the colour of the ground: it would be seen as a notch at most. */
async function isBlank(
  element: ElementHandle<Element>,
  { set, sign }: { set: State['set']; sign: string },
): Promise<boolean> {
  await element.evaluate(set, true);
  return element.evaluate((one, pseudo) => {
    const ground = document.createElement('i');
    ground.style.background = 'Canvas';
    document.body.append(ground);
    const [own, canvas] = [getComputedStyle(one, pseudo), getComputedStyle(ground)].map(
      ({ backgroundColor }) => backgroundColor,
    );
    ground.remove();
    return own === canvas;
  }, sign);
}

/** Whether an element has the same picture on and off. */
async function isAlike(element: ElementHandle<Element>, set: State['set']): Promise<boolean> {
  // Not at the edge of the window, where a bar that stays would lie over it.
  await element.evaluate((one) => one.scrollIntoView({ block: 'center' }));
  await element.evaluate(set, true);
  const on = await element.screenshot();
  await element.evaluate(set, false);
  return on.equals(await element.screenshot());
}

/**
 * Elements whose pictures are the same on and off. Looked at a second time: an answer that comes between the two pictures
 * draws the element anew, as the app has it.
 */
async function alike(elements: ElementHandle<Element>[], { kind, set, sign }: State): Promise<string[]> {
  const found = [];
  for (const element of elements) {
    if (sign && (await isBlank(element, { set, sign }))) found.push(`${kind}: a sign without a colour`);
    if ((await isAlike(element, set)) && (await isAlike(element, set)))
      found.push(`${kind}: ${await element.evaluate((one) => one.outerHTML.slice(0, 160))}`);
  }
  return found;
}

/** Rows of a list are alike: two of a kind say what six do, but for a row that is another. */
const looks = [
  { theme: 'light', most: 2 },
  { theme: 'light', most: 6 },
  { theme: 'dark', most: 6 },
] as const;

for (const { theme, most } of looks) {
  test(`in the colours of the system (${theme}) on looks other than off, and progress is seen: ${most} of a kind`, {
    tag: '@long',
  }, async ({ gallery, walk }) => {
    const looked = new Set<string>();
    const pages = new Map<Who, Page>();
    for (const name of names) {
      const screen = allScreens.find((one) => one.name === name);
      if (!screen) throw new Error(`no screen ${name}`);
      const opened = pages.get(screen.who);
      const page = opened ?? (await gallery.show(screen, { width: 1280, height: 800, theme }));
      pages.set(screen.who, page);
      if (opened) await walk(page, screen);
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce', forcedColors: 'active' });
      for (const state of states) {
        const elements = await visible(page, state.selector, most);
        if (elements.length > 0) looked.add(state.kind);
        expect.soft([name, ...(await alike(elements, state))]).toEqual([name]);
      }
    }
    expect([...looked].sort()).toEqual(states.map(({ kind }) => kind).sort());
  });
}

test('in the colours of the system a switch over the boards looks other on than off', {
  tag: '@long',
}, async ({ gallery }) => {
  const screen = allScreens.find((one) => one.name === '/mypage/learnning/{id}');
  if (!screen) throw new Error('no screen');
  const page = await gallery.show(screen, { width: 1280, height: 800, theme: 'light' });
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('tab', { name: '板書' }).click();
  const box = page.getByRole('switch');
  await expect(box).toBeChecked();
  await page.mouse.move(0, 0);
  const on = await box.screenshot();
  await box.evaluate((element: HTMLInputElement) => {
    element.checked = false;
  });
  expect(on.equals(await box.screenshot())).toBe(false);
});

test('in the colours of the system the signs without letters are still there', async ({ gallery }) => {
  const screen = allScreens.find((one) => one.name === '/parent');
  if (!screen) throw new Error('no screen');
  const page = await gallery.show(screen, { width: 390, height: 844, theme: 'light' });
  await page.emulateMedia({ forcedColors: 'active' });
  const menu = page.locator('summary[aria-label="メニュー"]');
  const withSign = await menu.screenshot();
  await menu.evaluate((element) => element.replaceChildren());
  expect(withSign.equals(await menu.screenshot())).toBe(false);
});

test('in the colours of the system the letters of a book do not stand over its picture', {
  tag: '@long',
}, async ({ gallery }) => {
  const screen = allScreens.find((one) => one.name === '/mypage/learnning/{id}');
  if (!screen) throw new Error('no screen');
  const page = await gallery.show(screen, { width: 1280, height: 800, theme: 'light' });
  await page.emulateMedia({ forcedColors: 'active' });
  const letters = page.getByTestId('textbook-page').locator('span').filter({ hasText: /\S/ }).first();
  await expect(letters).toHaveCSS('color', 'rgba(0, 0, 0, 0)');
});
