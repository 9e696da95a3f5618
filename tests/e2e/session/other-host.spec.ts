import { expect, test } from '../../scripted-server/fixtures.ts';

test.describe('a build whose API is another origin', () => {
  test.beforeEach(({ server, crossBuild }) => server.serve(crossBuild));

  const picture =
    '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="9"><path d="M0 0h16v9H0z"/></svg>';
  const words = 'WEBVTT\n\n00:00.000 --> 00:02.000\n速さ\n\n00:02.000 --> 00:04.000\n向き\n';

  /** A course whose sample lies on the API's host. */
  function course(media: string) {
    const video = {
      mp4_url: `${media}/1.mp4?s=1`,
      audio_url: null,
      poster: `${media}/1.svg?s=1`,
      captions: [{ lang: 'ja', label: '日本語', url: `${media}/1.vtt?s=1` }],
      expires_at: null,
    };
    const sample = { id: 1, name: '速さと向き', goal: '', duration: 10, video, whiteboards: [] };
    return { id: 7, name: '物理基礎', price: 1000, sample };
  }

  test('captions and picture of a sample come from that host, and the video is asked for as from any', async ({
    app,
    other,
  }) => {
    other.when('GET', '/api/lms/course/7/', { json: course(`${other.origin}/media/sample`) });
    other.when('GET', '/media/sample/1.vtt', { text: words, headers: { 'content-type': 'text/vtt' } });
    other.when('GET', '/media/sample/1.svg', { text: picture, headers: { 'content-type': 'image/svg+xml' } });
    await app.openAsGuest('/course/7');
    const { page } = app;
    const cover = page.locator('#sample img').first();
    await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16);
    await page.getByRole('button', { name: /速さと向き/ }).click();
    const cues = () =>
      page.locator('video').evaluate((video: HTMLVideoElement) => video.textTracks[0]?.cues?.length ?? 0);
    await expect.poll(cues).toBe(2);
    // With CORS a video of a host that sends no such headers would not play at all.
    const film = await other.arrival('GET', '/media/sample/1.mp4');
    expect(film.headers.origin).toBeUndefined();
    expect(film.headers['sec-fetch-mode']).toBe('no-cors');
  });

  test.describe('with the worker', () => {
    test.use({ serviceWorkers: 'allow' });

    test('a picture of that host is kept once it was seen', async ({ app, other }) => {
      const path = '/media/sample/1.svg';
      const svg = { text: picture, headers: { 'content-type': 'image/svg+xml' } };
      other.when('GET', '/api/lms/course/7/', { json: course(`${other.origin}/media/sample`) });
      other.when('GET', path, svg);
      await app.openAsGuest('/course/7');
      const { page } = app;
      await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
      await page.reload();
      const isKept = () =>
        page.evaluate(async (wanted) => (await caches.match(wanted, { cacheName: 'media-v1' }))?.type, path);
      await expect.poll(isKept).toBe('cors');
      other.when('GET', path, { status: 404 });
      await page.reload();
      const cover = page.locator('#sample img').first();
      await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(16);
    });
  });
});
