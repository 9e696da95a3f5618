import type { BrowserContext } from 'playwright';
import { login } from './api.ts';
import type { AppServer } from './appServer.ts';
import { serveFloor } from './floorPage.ts';
import { newDevicePages } from './pages.ts';
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

/** The text of a member page, and the first words of its main content. */
async function readMemberPage(server: AppServer, path: string, about: string) {
  const context = await openProfile(newProfile());
  await giveSession(context, server, server.origin);
  const page = await context.newPage();
  await page.goto(server.origin + path);
  const first = page.getByTestId(about).first();
  await first.waitFor();
  const needle = (await first.getByRole('heading').first().innerText()).trim();
  const text = await page.innerText('body');
  await context.close();
  return { needle, text };
}

/** Starts of member pages on a device that has only the session: no worker, no files, no lists. */
export async function newDeviceStarts(
  server: AppServer,
  { runs, slowdown }: { runs: number; slowdown: number },
): Promise<StartRow[]> {
  const rows: StartRow[] = [];
  for (const { path, about } of newDevicePages) {
    const { needle, text } = await readMemberPage(server, path, about);
    const floor = await serveFloor(text);
    const bare = await new ShapedNetwork(floor.port, phoneLine).open();
    const network = await new ShapedNetwork(server.port, phoneLine).open();
    const medians = await inTurns(runs, {
      app: () =>
        startOnce(network.origin + path, needle, slowdown, (context) =>
          giveSession(context, server, network.origin),
        ),
      floor: () => startOnce(`${bare.origin}/`, needle, slowdown),
    });
    rows.push({ name: `new device ${path}`, ...medians });
    await Promise.all([network.cut(), bare.cut()]);
    floor.server.close();
  }
  return rows;
}
