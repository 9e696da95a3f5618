import type { BrowserContext } from 'playwright';

/**
 * Ends a browser of its own (`launchPersistentContext`) with all of its processes at once: nobody in it is told, and
 * nothing more is written. Chromium only.
 *
 * @throws when the context is not that of a browser.
 */
export async function killBrowser(context: BrowserContext): Promise<void> {
  const browser = context.browser();
  if (!browser) throw new Error('The context has no browser of its own.');
  const tools = await browser.newBrowserCDPSession();
  const { processInfo } = await tools.send('SystemInfo.getProcessInfo');
  const closed = context.waitForEvent('close');
  for (const { id } of processInfo) endProcess(id);
  await closed;
}

/** Ends a process that may have ended by itself. */
export function endProcess(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
