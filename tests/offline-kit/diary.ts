import type { BrowserContext, TestInfo } from '@playwright/test';

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
  context.on('console', (message) => write(`${message.type()}: ${message.text()}`));
  context.on('weberror', (error) => write(`uncaught: ${error.error().message}`));
  context.on('requestfailed', (request) =>
    write(`${request.failure()?.errorText}: ${request.method()} ${new URL(request.url()).pathname}`),
  );
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) write(`at ${frame.url()}`);
    });
  });
  await use();
  if (info.status !== info.expectedStatus) await info.attach('diary', { body: lines.join('\n') });
}
