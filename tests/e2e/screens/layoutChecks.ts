import type { Page } from '@playwright/test';

/** Elements that reach out of the window to the right, unless they scroll inside a part of the page. */
export async function sticksOut(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth;
    const scrolls = (element: Element | null): boolean => {
      if (!element || element === document.body) return false;
      const { overflowX, position } = getComputedStyle(element);
      if (position === 'fixed') return false;
      return overflowX !== 'visible' || scrolls(element.parentElement);
    };
    const isSeen = (element: Element) => {
      const { width: own, height } = element.getBoundingClientRect();
      return own > 1 && height > 1;
    };
    const found = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        isSeen(element) &&
        element.getBoundingClientRect().right > width + 0.5 &&
        !scrolls(element.parentElement),
    );
    const isWide = document.documentElement.scrollWidth > width;
    return found.length > 0 || isWide
      ? [
          `${document.documentElement.scrollWidth} px wide`,
          ...found.map((element) => element.outerHTML.slice(0, 120)),
        ]
      : [];
  });
}

/** Controls a finger cannot hit well: below 44 px in either direction (product.md 2.0.4). */
export async function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const least = 44;
    /** The box that takes the tap: the label of a box to tick, and what is stretched over or around it. */
    const boxOf = (control: Element): DOMRect => {
      const isBox = control.matches('[type=checkbox], [type=radio]');
      const label = isBox ? (control as HTMLInputElement).labels?.[0] : null;
      const element = (label ?? control) as HTMLElement;
      const over = getComputedStyle(element, '::after');
      const isStretched = over.content !== 'none' && over.position === 'absolute';
      if (!isStretched) return element.getBoundingClientRect();
      const isOwn = getComputedStyle(element).position !== 'static';
      const holder = isOwn ? element : (element.offsetParent ?? element);
      const { x, y } = holder.getBoundingClientRect();
      const own = element.getBoundingClientRect();
      const pixels = (text: string) => Number.parseFloat(text);
      const isLarger = pixels(over.width) * pixels(over.height) > own.width * own.height;
      if (!isLarger) return own;
      return new DOMRect(
        x + pixels(over.left),
        y + pixels(over.top),
        pixels(over.width),
        pixels(over.height),
      );
    };
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible';
    };
    /** A link within a sentence follows the line height of the text (WCAG 2.5.8). */
    const isInText = (element: Element) =>
      element.tagName === 'A' &&
      getComputedStyle(element).display === 'inline' &&
      element.closest('p, li') !== null;
    return [...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=slider]')]
      .filter((element) => isSeen(element) && !isInText(element))
      .map((element) => ({ element, box: boxOf(element) }))
      .filter(({ box }) => box.width < least - 0.5 || box.height < least - 0.5)
      .map(
        ({ element, box }) =>
          `${Math.round(box.width)}x${Math.round(box.height)} ${element.outerHTML.slice(0, 160)}`,
      );
  });
}

/**
 * What may stay where it is in a low window, one bar or all of them together, px: a row of controls. At 400 % (256 px)
 * seven lines of text are left then; any bar of ours is higher (WCAG 1.4.10).
 */
export const mostStanding = 44;

/**
 * What stays where it is while the page scrolls, at that of several places where it takes most of the window: what is
 * sticky stays only within its own part of the page.
 *
 * @returns how many rows of the window it takes, px, and what it is.
 */
export async function standing(page: Page): Promise<{ height: number; parts: string[] }> {
  return page.evaluate(() => {
    const farthest = document.documentElement.scrollHeight - innerHeight;
    const isSeen = (element: Element) => {
      const { width, height } = element.getBoundingClientRect();
      const { visibility, clipPath } = getComputedStyle(element);
      return width > 1 && height > 1 && visibility === 'visible' && clipPath === 'none';
    };
    const candidates = [...document.body.querySelectorAll('*')].filter(
      (element) => /fixed|sticky/.test(getComputedStyle(element).position) && isSeen(element),
    );
    const former = scrollY;
    const topsAt = (place: number) => {
      scrollTo({ top: place, behavior: 'instant' });
      return candidates.map((element) => element.getBoundingClientRect().top);
    };
    const standingAt = (place: number) => {
      const before = topsAt(place);
      const after = topsAt(place + 24);
      const parts = candidates.filter((_, at) => Math.abs((before[at] ?? 0) - (after[at] ?? 0)) < 1);
      const rows = new Set<number>();
      for (const part of parts) {
        const { top, bottom } = part.getBoundingClientRect();
        const end = Math.min(innerHeight, Math.round(bottom));
        for (let row = Math.max(0, Math.round(top)); row < end; row += 1) rows.add(row);
      }
      return { height: rows.size, parts: parts.map((part) => part.outerHTML.slice(0, 120)) };
    };
    const places = [0.2, 0.4, 0.6, 0.8].map((share) => standingAt(Math.floor(farthest * share)));
    scrollTo({ top: former, behavior: 'instant' });
    return places.reduce((most, one) => (one.height > most.height ? one : most));
  });
}

/** Controls of the page that nobody sees when they take the focus: bars lie over them (WCAG 2.4.11). */
export async function hiddenInFocus(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = [
      ...document.querySelectorAll<HTMLElement>(
        '#main :is(a[href], button, input, select, textarea, summary)',
      ),
    ].filter((one) => one.checkVisibility() && !one.matches(':disabled') && one.offsetWidth > 1);
    const former = [scrollX, scrollY] as const;
    const found = controls.filter((control) => {
      control.focus();
      if (document.activeElement !== control) return false;
      const { left, top, right, bottom } = control.getBoundingClientRect();
      // A control larger than the window shows a part of itself.
      const edge = Math.min(12, (bottom - top) / 2);
      const places = [top + edge, (top + bottom) / 2, bottom - edge];
      const at = places.flatMap((y) => document.elementFromPoint((left + right) / 2, y) ?? []);
      const bar = (element: Element) => {
        for (let one: Element | null = element; one; one = one.parentElement)
          if (/fixed|sticky/.test(getComputedStyle(one).position) && !one.contains(control)) return true;
        return false;
      };
      return at.length > 0 && at.every(bar);
    });
    (document.activeElement as HTMLElement | null)?.blur();
    scrollTo(...former);
    return found.map((one) => one.outerHTML.slice(0, 160));
  });
}

/** Fields with letters so small that a phone magnifies the page when they take the focus: below 16 px. */
export async function smallFields(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const written = 'input:not([type=checkbox], [type=radio], [type=file], [type=hidden]), select, textarea';
    return [...document.querySelectorAll(`${written}, [contenteditable]`)]
      .map((field) => ({ field, size: Number.parseFloat(getComputedStyle(field).fontSize) }))
      .filter(({ size }) => size < 16)
      .map(({ field, size }) => `${size} px ${field.outerHTML.slice(0, 120)}`);
  });
}

/** Places where news is read out that are not there as long as there is none: what then comes is often not read. */
export async function silentRegions(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('[role=status], [aria-live]')]
      .filter((region) => !region.closest('[role=tabpanel][hidden]') && !region.checkVisibility())
      .map((region) => region.outerHTML.slice(0, 120)),
  );
}

/** Which of the places where news is read out are not there: a region that comes with its words is often not read. */
export async function missingNews(page: Page, wanted: readonly string[]): Promise<string[]> {
  return page.evaluate(
    (selectors) => selectors.filter((selector) => document.querySelector(selector) === null),
    wanted,
  );
}
