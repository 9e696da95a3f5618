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

/** Controls a finger cannot hit well: below 44 px in either direction (product.md 2.0 "Accessibility"). */
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
