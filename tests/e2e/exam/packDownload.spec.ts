import type { Seen } from '../../offline-kit/network.ts';
import { expect, on, test } from './fixtures.ts';

// exams.md 3.4 S1, 7: the pack on a line that breaks

const isPiece = ({ headers }: Seen) => headers.range !== undefined;
const nameOf = ({ path, headers }: Seen) => `${path} ${headers.range}`;

test('row 12: a pack that breaks off stays as far as it came, is told, and goes on from that piece', async ({
  visit,
  hall,
  taker,
}) => {
  const { network } = hall.site;
  const page = await visit({ as: taker, at: hall.path('english-l') });
  let pieces = Number.POSITIVE_INFINITY;
  page.on('response', async (response) => {
    if (!response.url().endsWith('/pack/english-l/')) return;
    const { files, answers } = await response.json();
    pieces = [...files, ...(answers ? [answers] : [])].reduce((sum, file) => sum + file.pieces, 0);
  });
  const share = on(page, 'exam-pack-share');
  const percent = async () => Number(/\d+/.exec((await share.textContent()) ?? '')?.[0]);
  const asked = () => network.seen('GET', isPiece);
  const came = () =>
    new Set(
      asked()
        .filter(({ sent, state }) => state === 'over' && sent > 2000)
        .map(nameOf),
    );

  // 40 %: nobody answers any more. It says how far it is, and goes on by itself as soon as somebody does.
  network.decideBy((seen) =>
    isPiece(seen) && came().size >= 0.4 * pieces ? { kind: 'drop-request' } : null,
  );
  await on(page, 'exam-prepare').click();
  await expect(page.getByRole('alert').filter({ hasText: '途中からでも続きを受け取れます' })).toBeVisible();
  expect(await percent()).toBeGreaterThanOrEqual(40);
  expect(await percent()).toBeLessThan(50);
  await expect(on(page, 'exam-start')).toBeDisabled();
  const first = came();

  // 70 %: each try breaks in the middle of the piece.
  network.decideBy((seen) =>
    isPiece(seen) && came().size >= 0.7 * pieces ? { kind: 'cut', after: 1000 } : null,
  );
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(share).toHaveText('準備 70%');
  await expect(page.getByRole('alert').filter({ hasText: '途中からでも続きを受け取れます' })).toBeVisible();
  const second = came();
  expect(second.size).toBeGreaterThan(first.size);

  // The page is closed and opened: it is still so far.
  await page.reload();
  await expect(share).toHaveText('準備 70%');
  network.decideBy(null);
  network.forget();
  await on(page, 'exam-prepare').click();
  await expect(share).toBeHidden();
  await expect(on(page, 'exam-prepare')).toHaveText('もう一度準備する');
  expect(asked().length).toBe(pieces - second.size);
  expect(asked().filter((one) => second.has(nameOf(one)))).toEqual([]);
});
