import { serveFloor, serveOtherSite } from './floorPage.ts';
import { measureStart } from './paintTimes.ts';
import { newProfile, openProfile } from './session.ts';
import { phoneLine, ShapedNetwork } from './shapedNetwork.ts';
import { median } from './statistics.ts';

/**
 * Paint time of the minimal page of performance.md on its reference phone, ms. Two round trips of it are network time,
 * the same on every machine; the rest is processor time.
 */
export const barePageMs = 484;
/** Maximum slowdown of a machine. */
const slowest = 20;

/** About as much text as the minimal pages there have: a few lines, none in a script that is expensive to draw. */
const words = `A bare page
What stands here is as much as the pages of other apps say before anybody has done anything.
Open a file
Paste from the clipboard
Or try one of these
Large photo
Artwork
Device screen
Icon
No account is needed, and nothing leaves this device.
About
Licence
Version 1`;

/** The slowdown that makes this machine as fast as that phone, and the measured paint times of the minimal page. */
export type Phone = { slowdown: number; painted: { slowdown: number; ms: number }[] };

/**
 * Finds the CPU slowdown that makes this machine as slow as the phone of performance.md. The network's share of a start
 * is the same everywhere, but the processor's is not. "Four times slower" is one phone on one machine, and a phone
 * three times as slow on another; neither ratios nor milliseconds can then be compared. Lighthouse recommends the same
 * (its `docs/throttling.md`, "Calibrating the CPU slowdown").
 *
 * @param runs how often the minimal page is opened at each slowdown.
 */
export async function findPhone(runs: number): Promise<Phone> {
  const floor = await serveFloor(words);
  const before = await serveOtherSite();
  const network = await new ShapedNetwork(floor.port, phoneLine).open();
  const paintedAt = async (slowdown: number) => {
    const paints: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const context = await openProfile(newProfile());
      const url = `${network.origin}/`;
      const { paint } = await measureStart(context, url, {
        needle: 'A bare page',
        slowdown,
        from: before.url,
      });
      paints.push(paint.fcp);
      await context.close();
    }
    return { slowdown, ms: median(paints) };
  };
  try {
    const plain = await paintedAt(1);
    const slowed = await paintedAt(4);
    const perStep = Math.max((slowed.ms - plain.ms) / 3, 1);
    const wanted = 1 + (barePageMs - plain.ms) / perStep;
    const guess = Math.round(Math.min(slowest, Math.max(1, wanted)) * 10) / 10;
    const painted = [plain, slowed, await paintedAt(guess)];
    // On some machines throttling itself has a cost: the closest measured value counts, not the calculated one.
    const off = ({ ms }: { ms: number }) => Math.abs(ms - barePageMs);
    const nearest = painted.reduce((best, one) => (off(one) < off(best) ? one : best), plain);
    return { slowdown: nearest.slowdown, painted };
  } finally {
    await network.cut();
    floor.server.close();
    before.server.close();
  }
}
