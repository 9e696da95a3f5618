import { serveFloor, serveOtherSite } from './floorPage.ts';
import { measureStart } from './paintTimes.ts';
import { newProfile, openProfile } from './session.ts';
import { phoneLine, ShapedNetwork } from './shapedNetwork.ts';
import { median } from './statistics.ts';

/**
 * When the bare page of performance.md is painted on the phone that its bars mean, ms. Two round trips of it are the
 * line's, the same everywhere; the rest is the processor's.
 */
export const barePageMs = 484;
/** How much slower than itself a machine is made at most. */
const slowest = 20;

/** About as much as the bare pages there say: a few lines, none of them in a script that is dear to draw. */
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

/** How much slower this machine is made to be that phone, and when it painted the bare page at which slowdown, ms. */
export type Phone = { slowdown: number; painted: { slowdown: number; ms: number }[] };

/**
 * Finds out how much slower this machine must be made to be the phone of performance.md. The processor's share of a
 * start is not the same everywhere, the line's is: four times slower means one phone on one machine and one three times
 * as slow on another, and neither ratios nor milliseconds of the two compare. Lighthouse advises the same for its own
 * slowdown (its `docs/throttling.md`, "Calibrating the CPU slowdown").
 *
 * @param runs how often the bare page is opened at each slowdown.
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
    // Slowing down has a price of its own on some machines: what came nearest counts, not what was to be expected.
    const off = ({ ms }: { ms: number }) => Math.abs(ms - barePageMs);
    const nearest = painted.reduce((best, one) => (off(one) < off(best) ? one : best), plain);
    return { slowdown: nearest.slowdown, painted };
  } finally {
    await network.cut();
    floor.server.close();
    before.server.close();
  }
}
