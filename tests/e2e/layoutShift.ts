import type { Page } from '@playwright/test';

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };

/** What has moved on a page since it was loaded although nobody pressed anything, as the browser counts it. */
export function layoutShift(page: Page): Promise<{ sum: number; moved: string[] }> {
  return page.evaluate(async () => {
    // What the last frame has moved is noted at its end.
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: 'layout-shift', buffered: true });
    const shifts = (observer.takeRecords() as Shift[]).filter(({ hadRecentInput }) => !hadRecentInput);
    observer.disconnect();
    const moved = shifts.flatMap(({ sources }) => sources.map(({ node }) => node?.textContent ?? ''));
    return { sum: shifts.reduce((sum, { value }) => sum + value, 0), moved };
  });
}

/** A page on which nothing has moved. */
export const stoodStill = { sum: 0, moved: [] };
