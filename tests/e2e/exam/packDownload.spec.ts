import type { Seen } from '../../offline-kit/network.ts';
import { expect, on, test } from './fixtures.ts';

// exams.md 3.4 S1, 7: the pack on a line that breaks

const isPiece = ({ headers }: Seen) => headers.range !== undefined;
const nameOf = ({ path, search, headers }: Seen) => `${path}${search} ${headers.range}`;
/** Where a piece breaks off, bytes; all are longer. */
const brokenAt = 10;

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
  const asked = () => network.seen('GET', isPiece);
  const came = () =>
    new Set(
      asked()
        .filter(({ sent, state }) => state === 'over' && sent > 0 && sent !== brokenAt)
        .map(nameOf),
    );

  // 40 %: the network is gone. It says how far it is, and goes on by itself as soon as somebody answers.
  network.decideBy((seen) => {
    if (!isPiece(seen) || came().size < 0.4 * pieces) return null;
    void network.disconnect();
    return { kind: 'drop-request' };
  });
  await on(page, 'exam-prepare').click();
  const told = page.getByRole('alert').filter({ hasText: '途中からでも続きを受け取れます' });
  await expect(told).toBeVisible();
  const first = came();
  const percentOf = (here: Set<string>) => `準備 ${Math.floor((100 * here.size) / pieces)}%`;
  await expect(share).toHaveText(percentOf(first));
  await expect(on(page, 'exam-start')).toBeDisabled();

  // 70 %: each try breaks in the middle of the piece.
  network.decideBy((seen) =>
    isPiece(seen) && came().size >= 0.7 * pieces ? { kind: 'cut', after: brokenAt } : null,
  );
  await network.connect();
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect.poll(() => came().size).toBeGreaterThanOrEqual(0.7 * pieces);
  await expect(told).toBeVisible();
  const second = came();
  expect(percentOf(second)).toMatch(/準備 7\d%/);
  await expect(share).toHaveText(percentOf(second));
  // What was here already was not asked for again.
  const again = asked().map(nameOf);
  for (const piece of first) expect(again.filter((one) => one === piece)).toHaveLength(1);

  // The page is closed and opened: it is still so far.
  await page.reload();
  await expect(share).toHaveText(percentOf(second));
  network.decideBy(null);
  network.forget();
  await on(page, 'exam-prepare').click();
  await expect(share).toBeHidden();
  await expect(on(page, 'exam-prepare')).toHaveText('もう一度準備する');
  expect(asked().length).toBe(pieces - second.size);
  expect(asked().filter((one) => second.has(nameOf(one)))).toEqual([]);
});
