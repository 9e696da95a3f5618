import { test as base, type Page } from '@playwright/test';
import { Device } from './device.ts';
import { keepDiary } from './diary.ts';
import { Stage, type StageOptions } from './stage.ts';
import { killTab, secondTab } from './tabs.ts';
import { waitUncovered } from './uncovered.ts';

type KitFixtures = {
  /** A browser profile on disk that outlives its process. Chromium only. */
  device: Device;
  /** Another tab beside the test's own. */
  secondTab: () => Promise<Page>;
  /** Ends the process of a tab, by default the test's own. Chromium only. */
  killTab: (page?: Page) => Promise<void>;
  /** What the pages said, attached to a test that fails. */
  diary: undefined;
  /** What stands before a page until it is there, as a selector; navigations end when it is gone. Empty: nothing does. */
  cover: string;
  uncovered: undefined;
};

/** What every test of offline behaviour may need, whatever the app. */
export const test = base.extend<KitFixtures>({
  cover: ['', { option: true }],
  uncovered: [
    async ({ context, cover }, use) => {
      if (cover) waitUncovered(context, cover);
      await use(undefined);
    },
    { auto: true },
  ],
  device: async ({ locale, timezoneId, viewport, cover }, use) => {
    const device = new Device({ locale, timezoneId, viewport }, cover);
    await use(device);
    await device.drop();
  },
  secondTab: async ({ page }, use) => use(() => secondTab(page)),
  killTab: async ({ page }, use) => use((tab = page) => killTab(tab)),
  diary: [async ({ context }, use, info) => keepDiary(context, info, () => use(undefined)), { auto: true }],
});

/**
 * The same with a server of its own: `stage` is as new in every test.
 *
 * @public
 */
export function stageTest(options: StageOptions) {
  return test.extend<{ stage: Stage }, { sharedStage: Stage }>({
    sharedStage: [
      async ({ browserName: _ }, use) => {
        const stage = new Stage(await Stage.putUp(options));
        await use(stage);
        await stage.stop();
      },
      { scope: 'worker' },
    ],
    stage: async ({ sharedStage }, use) => {
      await sharedStage.reset();
      await use(sharedStage);
    },
  });
}

export { expect } from '@playwright/test';
