import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { endDueTests } from './store.ts';

/** How often the server looks for tests that the clock has ended, milliseconds. */
const everyMs = 15_000;

/**
 * Ends tests whose time is over, every quarter of a minute, one look at a time: the result goes out by mail even if the
 * page was closed. Answers how to stop; stopping waits for the look that is under way.
 */
export function endTestsRegularly(deps: Deps): () => Promise<void> {
  let running: Promise<void> | null = null;
  const timer = setInterval(() => {
    running ??= endDueTests(deps)
      .catch((error: unknown) => deps.log.error('entry_exam_failed', failureFields(error)))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}
