import type { Page } from '@playwright/test';
import { cachedAddresses, workerControls } from '../../offline-kit/worker.ts';
import { expect, test } from './fixtures.ts';

test.use({ isInstalled: true });

const picture = '/media/public/test/board.png';

/** Fetches as the page does and tells what came. */
async function read(page: Page, path: string, range?: string) {
  return page.evaluate(
    async ([address, wanted]) => {
      const response = await fetch(address ?? '', wanted ? { headers: { range: wanted } } : {});
      const bytes = new Uint8Array(await response.arrayBuffer());
      return {
        status: response.status,
        type: response.headers.get('content-type'),
        range: response.headers.get('content-range'),
        bytes: [...bytes],
      };
    },
    [path, range],
  );
}

test.beforeEach(async ({ site, page }) => {
  site.storeMedia('public/test/board.png', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]));
  site.storeMedia('public/test/lesson.mp4', Buffer.from('not a real video'));
  await site.open(page, '/login');
  await workerControls(page);
});

test('a picture seen once is there without the server, whatever its signature says, in parts too', async ({
  site,
  page,
}) => {
  expect((await read(page, `${picture}?e=1&s=old`)).status).toBe(200);
  await expect.poll(async () => (await cachedAddresses(page)).join()).toContain(`media-v1 ${picture}`);
  await site.network.disconnect();
  const whole = await read(page, `${picture}?e=2&s=new`);
  expect(whole).toMatchObject({ status: 200, type: 'image/png', bytes: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] });
  expect(await read(page, picture, 'bytes=2-4')).toMatchObject({
    status: 206,
    range: 'bytes 2-4/10',
    bytes: [2, 3, 4],
  });
  expect(await read(page, picture, 'bytes=-3')).toMatchObject({ status: 206, bytes: [7, 8, 9] });
  expect(await read(page, picture, 'bytes=8-')).toMatchObject({ status: 206, bytes: [8, 9] });
  expect((await read(page, picture, 'bytes=10-12')).status).toBe(416);
});

test('a part asked for first is answered, and the whole is kept', async ({ site, page }) => {
  expect(await read(page, picture, 'bytes=0-1')).toMatchObject({ status: 206, bytes: [0, 1] });
  await expect.poll(async () => (await cachedAddresses(page)).join()).toContain(picture);
  await site.network.disconnect();
  expect((await read(page, picture)).bytes).toHaveLength(10);
});

test('video is left to the network', async ({ page }) => {
  expect((await read(page, '/media/public/test/lesson.mp4')).status).toBe(200);
  expect((await cachedAddresses(page)).filter((entry) => entry.includes('.mp4'))).toEqual([]);
});

test('an error page under the address of a picture is not kept', { tag: '@long' }, async ({ site, page }) => {
  const headers = { 'content-type': 'text/html' };
  site.network.when('GET', picture, { kind: 'answer', status: 200, headers, body: '<h1>login</h1>' }, 1);
  await read(page, picture);
  expect(await read(page, picture)).toMatchObject({ status: 200, type: 'image/png' });
});
