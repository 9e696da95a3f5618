import { firstScreen } from '../e2e/firstScreen.ts';
import type { Engine, Tab } from './driver.ts';

/** Longest a navigation waits for the page behind its cover, ms; after that the test says itself what it misses. */
const patienceMs = 10_000;

/**
 * The engine with tabs whose navigations end when the stored first screen has made way: what is pressed or typed on it
 * reaches nobody. As `waitUncovered` of the offline kit, for drivers that are none of Playwright's.
 */
export function uncoveredEngine(engine: Engine): Engine {
  return { ...engine, tab: async () => uncoveredTab(await engine.tab()) };
}

function uncoveredTab(tab: Tab): Tab {
  const uncovered = () =>
    tab
      .evaluate(
        async ({ cover, endsAt }) => {
          while (document.querySelector(cover) && Date.now() < endsAt)
            await new Promise((later) => setTimeout(later, 20));
        },
        { cover: firstScreen, endsAt: Date.now() + patienceMs },
      )
      .catch(() => undefined);
  return {
    ...tab,
    open: async (url) => {
      await tab.open(url);
      await uncovered();
    },
    reload: async () => {
      await tab.reload();
      await uncovered();
    },
  };
}
