import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { remindContracts } from './contract.ts';
import { renderDue } from './render.ts';

/** How often the server looks for papers to make, milliseconds: somebody waits for a receipt. */
const everyMs = 2000;
/** One of this many looks sends reminders. */
const looksPerReminder = 300;

/**
 * Makes papers as they are requested, and sends reminders of contract papers every ten minutes. Answers how to stop;
 * stopping waits for the paper that is being drawn.
 */
export function makeDocumentsRegularly(deps: Deps): () => Promise<void> {
  const stop = new AbortController();
  let running: Promise<void> | null = null;
  let looks = 0;
  const look = async () => {
    await renderDue(deps, stop.signal);
    if (looks % looksPerReminder === 0) await remindContracts(deps);
    looks += 1;
  };
  const timer = setInterval(() => {
    running ??= look()
      .catch((error: unknown) => deps.log.error('documents_failed', failureFields(error)))
      .finally(() => {
        running = null;
      });
  }, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    stop.abort();
    await running;
  };
}
