import type { BrowserContext } from 'playwright';
import { login } from './api.ts';
import type { AppServer } from './appServer.ts';
import { serveFloor } from './floorPage.ts';
import { openLearnerPage } from './learnerPage.ts';
import type { LearnerPage } from './pages.ts';
import { measureStart, type Paint } from './paintTimes.ts';
import { newProfile, openProfile } from './session.ts';
import { phoneLine, ShapedNetwork } from './shapedNetwork.ts';
import { inTurns, type StartRow } from './starts.ts';

/** Lifetime of the measurement's tokens, ms. */
const usableMs = 3_600_000;

/** Gives a browser the demo learner's session, as the cookies after a login (session.md 2). */
async function giveSession(context: BrowserContext, server: AppServer, url: string): Promise<void> {
  const { access_token, refresh_token } = await login(server.origin);
  const until = String(Date.now() + usableMs);
  const values = {
    _token: `Bearer ${access_token}`,
    _token_expiration: until,
    _refresh_token: refresh_token,
    _refresh_token_expiration: until,
  };
  await context.addCookies(
    Object.entries(values).map(([name, value]) => ({
      name: `auth.${name}.local`,
      value: encodeURIComponent(value),
      url,
    })),
  );
}

/** One start with an empty profile in a new browser process. */
async function startOnce(
  url: string,
  needle: string,
  slowdown: number,
  prepare?: (context: BrowserContext) => Promise<void>,
): Promise<Paint> {
  const context = await openProfile(newProfile());
  try {
    await prepare?.(context);
    return (await measureStart(context, url, { needle, slowdown })).paint;
  } finally {
    await context.close();
  }
}

/** A page of the learner as it stands on a device of its own. */
async function readLearnerPage(server: AppServer, page: LearnerPage) {
  const context = await openProfile(newProfile());
  try {
    await giveSession(context, server, server.origin);
    return await openLearnerPage(await context.newPage(), server.origin, page);
  } finally {
    await context.close();
  }
}

/** Starts of a learner's pages on a device that has only the session: no worker, no files, no lists. */
export async function newDeviceStarts(
  server: AppServer,
  { runs, slowdown, pages }: { runs: number; slowdown: number; pages: readonly LearnerPage[] },
): Promise<StartRow[]> {
  const rows: StartRow[] = [];
  for (const page of pages) {
    const { address, needle, text } = await readLearnerPage(server, page);
    const floor = await serveFloor(text);
    const bare = await new ShapedNetwork(floor.port, phoneLine).open();
    const network = await new ShapedNetwork(server.port, phoneLine).open();
    const medians = await inTurns(runs, {
      app: () =>
        startOnce(network.origin + address, needle, slowdown, (context) =>
          giveSession(context, server, network.origin),
        ),
      floor: () => startOnce(`${bare.origin}/`, needle, slowdown),
    });
    rows.push({ name: `new device ${page.path}`, ...medians });
    await Promise.all([network.cut(), bare.cut()]);
    floor.server.close();
  }
  return rows;
}
