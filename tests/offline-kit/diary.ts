import type { BrowserContext, ConsoleMessage, Page, Request, TestInfo, WebError } from '@playwright/test';

/** Lines kept: what happened last says most. */
const keptLines = 80;

/**
 * What the pages of a context said and which of their requests failed, with the seconds since its start. When the test
 * fails it is attached as `diary`: the page as it was found at the end seldom tells how it came to that.
 */
export async function keepDiary(
  context: BrowserContext,
  info: TestInfo,
  use: () => Promise<void>,
): Promise<void> {
  const lines: string[] = [];
  const start = performance.now();
  const write = (text: string) => {
    lines.push(`${((performance.now() - start) / 1000).toFixed(2)} ${text.slice(0, 300)}`);
    if (lines.length > keptLines) lines.shift();
  };
  const listeners = {
    console: (message: ConsoleMessage) => write(`${message.type()}: ${message.text()}`),
    weberror: (error: WebError) => write(`uncaught: ${error.error().message}`),
    requestfailed: (request: Request) =>
      write(`${request.failure()?.errorText}: ${request.method()} ${new URL(request.url()).pathname}`),
    page: (page: Page) =>
      page.on('framenavigated', (frame) => {
        if (frame === page.mainFrame()) write(`at ${frame.url()}`);
      }),
  };
  context.on('console', listeners.console);
  context.on('weberror', listeners.weberror);
  context.on('requestfailed', listeners.requestfailed);
  context.on('page', listeners.page);
  await use();
  // The browser may be lent to the next test (installedBrowser.ts).
  context.off('console', listeners.console);
  context.off('weberror', listeners.weberror);
  context.off('requestfailed', listeners.requestfailed);
  context.off('page', listeners.page);
  if (info.status !== info.expectedStatus) await info.attach('diary', { body: lines.join('\n') });
}
