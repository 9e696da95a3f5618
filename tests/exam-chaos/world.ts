import { seededRandom } from '../seededRandom.ts';
import { createDevice, type Device } from './device.ts';
import { createModel, type Model } from './model.ts';
import { type ChaosServer, openServer } from './server.ts';

/** One attempt and all that may befall it: two devices of one person, a server, dice. */
export type World = {
  random: () => number;
  model: Model;
  server: ChaosServer;
  devices: readonly [Device, Device];
};

/** After so many turns of the event loop in which no disk and no server works nothing more comes. */
const quietTurns = 12;

export async function openWorld(seed: number): Promise<World> {
  const random = seededRandom(seed);
  const model = createModel();
  const server = await openServer(model);
  const device = (no: number) => createDevice(no, server, model, random);
  return { random, model, server, devices: [device(0), device(1)] };
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets go on what has begun, for some turns: whoever is killed then is killed in the middle of something. */
export async function aFewTurns(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) await turn();
}

/** Lets everything that has begun come to its end; no time passes. */
export async function settle({ server, devices }: World): Promise<void> {
  const isBusy = () =>
    server.isBusy() || devices.some(({ tabs }) => tabs().some(({ page }) => page.isBusy()));
  let quiet = 0;
  while (quiet < quietTurns) {
    await turn();
    quiet = isBusy() ? 0 : quiet + 1;
  }
}

/** Looks whether the devices tell the truth. */
export function look({ devices, model }: World): void {
  for (const device of devices) {
    const view = device.writer()?.attempt.get();
    if (view && view.row.switched === null) model.confirmed(device.no, view.cells);
  }
}

/** Time passes, a step at a time, and everybody's timers with it. `step` ms. */
export async function pass(world: World, ms: number, step = 5_000): Promise<void> {
  for (let left = Math.round(ms); left > 0; left -= step) {
    await world.server.pass(Math.round(Math.min(left, step)));
    for (const device of world.devices) device.tick();
    await settle(world);
    look(world);
  }
}
