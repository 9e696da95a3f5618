import type { Plan } from './judge.ts';
import { answers, slots } from './paper.ts';
import { aFewTurns, pass, settle, type World } from './world.ts';

/** Something that is told from its beginning, because dice seldom come upon it. @returns how it ends. */
type Story = (world: World) => Promise<Plan>;

const plain: Plan = { isLate: false, away: null, keepsHeld: false };

const other = (random: () => number, former: string) => {
  const left = answers.filter((value) => value !== former && value !== '');
  return left[Math.floor(random() * left.length)] ?? '3';
};

/** What one device has typed before the other took over comes when that one is broken and the clock has ended the attempt. */
async function olderDeviceLast(world: World): Promise<Plan> {
  const [first, second] = world.devices;
  first.line.isOn = false;
  for (const slot of slots) first.type(slot, '2');
  await pass(world, 10_000);
  await second.open(true);
  await settle(world);
  for (const slot of slots) {
    await pass(world, 1_000 + world.random() * 4_000);
    second.type(slot, other(world.random, '2'));
  }
  await pass(world, 20_000);
  second.lose(true);
  return { ...plain, away: first };
}

/** A save that was held up on its way comes after the last one, when the device is broken and the clock has ended it all. */
async function olderSaveLast(world: World): Promise<Plan> {
  const [device] = world.devices;
  device.line.fates.push('hold');
  for (const slot of slots) device.type(slot, '2');
  device.act((attempt) => attempt.wake());
  await settle(world);
  for (const slot of slots) {
    await pass(world, 3_000);
    device.type(slot, other(world.random, '2'));
  }
  await pass(world, 20_000);
  device.lose(true);
  return { ...plain, keepsHeld: true };
}

/** Outages overlap, one is declared twice, and what settles them runs again and again. */
async function outagesOverlap(world: World): Promise<Plan> {
  const { server } = world;
  await pass(world, 30_000);
  server.setUp(false);
  await pass(world, 45_000 + world.random() * 40_000);
  server.setUp(true);
  await pass(world, 5_000);
  await server.declare();
  await server.settle();
  await server.setMaintenance(true);
  await pass(world, 25_000);
  await server.declare();
  await server.setMaintenance(false);
  await server.settle();
  return plain;
}

/** A line is taken out of the log before it is sent. */
async function missingLink(world: World): Promise<Plan> {
  const [device] = world.devices;
  device.act((attempt) => attempt.note('hidden'));
  device.act((attempt) => attempt.note('shown'));
  await settle(world);
  world.server.tamper('missing');
  device.act((attempt) => attempt.wake());
  await pass(world, 20_000);
  return plain;
}

/** The page dies again and again while it writes its log. */
async function deathsInLog(world: World): Promise<Plan> {
  const [device] = world.devices;
  for (let turns = 0; turns < 12; turns += 1) {
    device.act((attempt) => attempt.note('hidden'));
    await aFewTurns(turns);
    device.killTab(true);
    await settle(world);
    await device.open(false);
    await pass(world, 1_000);
  }
  return plain;
}

/** The answer to a call of one tab comes when the next tab types, and that one dies right then. */
async function answerOfFormerTab(world: World): Promise<Plan> {
  const [device] = world.devices;
  for (const slot of slots) device.type(slot, '2');
  device.line.fates.push('slow');
  device.act((attempt) => attempt.wake());
  await settle(world);
  const former = device.writer();
  await device.open(false);
  device.turn();
  await settle(world);
  device.line.isOn = false;
  for (const slot of slots) device.type(slot, '1');
  await settle(world);
  device.line.slow.shift()?.();
  await settle(world);
  for (const tab of device.tabs()) if (tab !== former) device.killTab(true, tab);
  if (former) device.killTab(true, former);
  await device.open(false);
  device.line.isOn = true;
  return plain;
}

/** Every sign is followed by the death of the tab, before anything is on the disk. */
async function deathsAtSigns(world: World): Promise<Plan> {
  const [device] = world.devices;
  for (const slot of slots) {
    device.type(slot, '1');
    device.killTab(true);
    await settle(world);
    await device.open(false);
    await pass(world, 1_000);
  }
  return plain;
}

/**
 * A call of a page that was opened anew, and has heard the server since, comes a minute late: its clocks agree, so it says
 * when all was typed.
 */
async function lateCallOfNewPage(world: World): Promise<Plan> {
  const [device] = world.devices;
  await pass(world, 8_000);
  device.killTab(false);
  await settle(world);
  await pass(world, 5_000);
  await device.open(false);
  await settle(world);
  await pass(world, 1_000);
  device.line.fates.push('hold');
  for (const slot of slots) device.type(slot, '1');
  device.act((attempt) => attempt.wake());
  await settle(world);
  await pass(world, 60_000);
  return plain;
}

/** So often a seed has a story in place of dice. */
const everySeeds = 4;

const stories: readonly Story[] = [
  olderDeviceLast,
  olderSaveLast,
  outagesOverlap,
  missingLink,
  deathsInLog,
  answerOfFormerTab,
  deathsAtSigns,
  lateCallOfNewPage,
];

/** The story of a seed; `undefined`: the dice tell. */
export function storyOf(seed: number): Story | undefined {
  return seed % everySeeds === 0 ? stories[(seed / everySeeds - 1) % stories.length] : undefined;
}
