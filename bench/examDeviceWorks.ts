// Work of a device during an exam (exams.md 8), in a process of its own so that examDevice.ts can slow it down: it does
// all of it once for each message and answers the times.
import { randomBytes } from 'node:crypto';
import { openPackKey, sealPack } from '../server/domain/exam/sealPack.ts';
import { bytesOf, importPackKey, openPiece, rangeOf } from '../src/shared/lib/exam/pieces.ts';
import { replay } from '../src/shared/lib/review/replay.ts';
import { seededRandom } from '../tests/seededRandom.ts';

/** Times of the works, ms. */
export type DeviceTimes = { pack: number; replay: number };

const packBytes = 20_000_000;
const logs = 20_000;
const logsOfCard = 20;
const day = 86_400_000;

/** Decrypts a file of 20 MB piece by piece, as a page does before the first question (exams.md 3.3). */
async function openPack(): Promise<number> {
  const keys = { examPack: randomBytes(32) };
  const place = { version: 'v', subject: 's' };
  const plain = { name: 'track.m4a', type: 'audio/mp4', bytes: randomBytes(packBytes) };
  const { files, sealedKey } = sealPack(keys, { ...place, folder: 'f', files: [plain] });
  const [sealed] = files;
  if (!sealed) throw new Error('nothing was sealed');
  const { iv, pieces: total, name: file } = sealed.file;
  const begun = performance.now();
  const key = await importPackKey(bytesOf(openPackKey(keys, sealedKey)));
  for (let n = 0; n < total; n += 1) {
    const { from, to } = rangeOf(packBytes, n);
    await openPiece(
      key,
      iv,
      { ...place, file, n, total },
      new Uint8Array(sealed.bytes.subarray(from, to + 1)),
    );
  }
  return performance.now() - begun;
}

/** Computes the state of a thousand cards from their reviews (exams.md 6). */
function replayLogs(): number {
  const random = seededRandom(1);
  const cards = Array.from({ length: logs / logsOfCard }, (_, card) =>
    Array.from({ length: logsOfCard }, (_, n) => ({
      id: `${card}-${n}`,
      rating: (1 + Math.floor(random() * 4)) as 1 | 2 | 3 | 4,
      at: n * 3 * day + Math.floor(random() * day),
      undoes: null,
    })),
  );
  const begun = performance.now();
  for (const reviews of cards) replay(reviews);
  return performance.now() - begun;
}

process.on('message', async () => {
  const times: DeviceTimes = { pack: await openPack(), replay: replayLogs() };
  process.send?.(times);
});
