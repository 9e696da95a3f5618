import type { Page } from 'playwright';
import { Api } from './api.ts';
import type { LearnerPage } from './pages.ts';

/** How long a page may take to come to rest, ms; a player may keep a request open. */
const restMs = 15_000;

/**
 * A learner's page as it stands. `address`: as the app has left it, because a lecture names its lesson there. `needle`:
 * the words by which its start is timed. `text`: all that is seen.
 */
type StandingPage = { address: string; needle: string; text: string };

/** Opens a page of the learner who is logged in, and reads it once it has come to rest. */
export async function openLearnerPage(
  page: Page,
  origin: string,
  { path, words, id }: LearnerPage,
): Promise<StandingPage> {
  const place = id ? path.replace(':id', await id(await Api.logIn(origin))) : path;
  await page.goto(origin + place);
  const first = page.locator(words).first();
  await first.waitFor();
  await page.waitForLoadState('networkidle', { timeout: restMs }).catch(() => {});
  const needle = (await first.innerText()).trim().split('\n')[0] ?? '';
  if (needle === '') throw new Error(`${place} has no words at ${words}.`);
  const { pathname, search } = new URL(page.url());
  return { address: pathname + search, needle, text: await page.innerText('body') };
}
