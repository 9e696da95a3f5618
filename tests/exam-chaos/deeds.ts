import { fates } from './calls.ts';
import type { Device } from './device.ts';
import { answers, slots } from './paper.ts';
import { aFewTurns, look, pass, settle, type World } from './world.ts';

/** One of several things, by the dice. */
export const pick = <Thing>(random: () => number, things: readonly Thing[]): Thing =>
  things[Math.floor(random() * things.length)] as Thing;

/** Whether somebody can write on a device now. */
const isWriting = (device: Device) => device.writer()?.attempt.get().row.switched === null;

/** The device somebody uses: mostly the one that writes. */
function used({ random, devices }: World): Device {
  const writing = devices.find(isWriting);
  return writing && random() < 0.8 ? writing : pick(random, devices);
}

function type(world: World, device: Device): void {
  device.type(pick(world.random, slots), pick(world.random, answers));
}

/** Something is typed, and the tab or the browser dies before, while or after it is stored and sent. */
async function die(world: World, device: Device): Promise<void> {
  const { random } = world;
  type(world, device);
  if (random() < 0.5) device.act((attempt) => attempt.wake());
  await aFewTurns(Math.floor(random() * (random() < 0.5 ? 4 : 25)));
  const isBrowser = random() < 0.4;
  if (isBrowser) device.killBrowser();
  else device.killTab(random() < 0.7);
  await settle(world);
  if (random() < 0.7) await device.open(false);
}

/** Somebody goes on on the other device; seldom 「この端末に切り替える」 is pressed where it writes already. */
async function change({ random, devices }: World): Promise<void> {
  const device = devices.find((one) => !isWriting(one)) ?? pick(random, devices);
  if (device.tabs().length === 0) await device.open(true);
  else device.act((attempt) => attempt.takeOver().catch(() => undefined));
}

type Deed = (world: World, device: Device) => Promise<unknown> | unknown;

/** What may happen, and how often. */
const deeds: readonly (readonly [weight: number, deed: Deed])[] = [
  [30, type],
  [3, ({ random }, device) => device.act((attempt) => attempt.flag(pick(random, slots), random() < 0.5))],
  [14, (world) => pass(world, 500 + world.random() * 9_000)],
  [4, (world) => pass(world, 20_000 + world.random() * 60_000, 20_000)],
  [4, (_, { line }) => Object.assign(line, { isOn: false })],
  [5, (_, { line }) => Object.assign(line, { isOn: true })],
  [9, ({ random }, { line }) => line.fates.push(pick(random, fates))],
  [3, (_, { line }) => line.held.shift()?.()],
  [4, (_, { line }) => line.slow.shift()?.()],
  [6, (_, device) => device.act((attempt) => attempt.wake())],
  [7, die],
  [5, (_, device) => device.open(false)],
  [4, (_, device) => device.turn()],
  [6, change],
  [2, ({ server }) => server.setUp(false)],
  [4, ({ server }) => server.setUp(true)],
  [1, ({ server }) => server.setMaintenance(true)],
  [3, ({ server }) => server.setMaintenance(false)],
  [2, ({ server }) => server.deploy()],
  [1, ({ server }) => (server.isUp() ? server.declare() : undefined)],
  [2, (_, device) => device.sleep()],
  [4, (_, device) => device.wake()],
  [1, ({ random }, device) => device.moveClock(pick(random, [-3_600_000, -40_000, 90_000, 3_600_000]))],
  [1, (_, device) => device.lose()],
  [1, (_, { line }) => Object.assign(line, { hasSession: false })],
  [2, (_, { line }) => Object.assign(line, { hasSession: true })],
];
const total = deeds.reduce((sum, [weight]) => sum + weight, 0);

/** One thing that happens, by the dice. */
export async function someDeed(world: World): Promise<void> {
  let left = world.random() * total;
  const found = deeds.find(([weight]) => {
    left -= weight;
    return left < 0;
  });
  const device = used(world);
  await found?.[1](world, device);
  if (world.random() < 0.7) await settle(world);
  look(world);
}
