import { createRandom, type Random } from './random.ts';
import {
  type Act,
  darkening,
  deviceCount,
  type Fault,
  type FaultKind,
  holding,
  lessonCount,
  type Step,
  tabCount,
} from './steps.ts';

/** What the plan knows of a device while it is made. */
type Line = { link: 'up' | 'down' | 'holding'; since: number; isClockWrong: boolean };
type Making = { random: Random; steps: Step[]; lines: Line[]; isServerUp: boolean; serverSince: number };

const hourMs = 3_600_000;

/**
 * The plan of a seed: always the same steps for the same seed and number. `ops` counts what the learner does; what
 * happens to network, server, tabs, tokens, clocks and builds comes on top, between and during.
 */
export function makePlan(seed: number, ops: number): Step[] {
  const making: Making = {
    random: createRandom(seed),
    steps: [],
    lines: Array.from({ length: deviceCount }, () => ({ link: 'up', since: 0, isClockWrong: false })),
    isServerUp: true,
    serverSince: 0,
  };
  for (let done = 0; done < ops; done += 1) {
    addEvents(making);
    addAct(making);
  }
  return making.steps;
}

function addAct({ random, steps, lines, isServerUp }: Making): void {
  const device = random.below(deviceCount);
  const line = lines[device];
  if (!line) return;
  const act = makeAct(random);
  const canFail = line.link === 'up' && isServerUp && random.chance(0.3);
  const fault = canFail ? makeFault(random, act) : null;
  steps.push({ kind: 'act', device, tab: random.below(tabCount), act, fault });
  take(line, fault, steps.length);
}

/** Follows what a fault leaves behind. */
function take(line: Line, fault: Fault | null, at: number): void {
  if (!fault) return;
  if (darkening.has(fault.kind)) Object.assign(line, { link: 'down', since: at });
  if (holding.has(fault.kind)) Object.assign(line, { link: 'holding', since: at });
}

function makeAct(random: Random): Act {
  const kind = random.pick([
    [20, 'star'],
    [16, 'level'],
    [12, 'bookmark'],
    [13, 'add-note'],
    [19, 'edit-note'],
    [4, 'delete-note'],
    [5, 'choose-version'],
    [5, 'open-lesson'],
    [7, 'seek'],
    [4, 'watch'],
  ] as const);
  const level = random.pick([[1, 1] as const, [1, 2] as const, [1, 3] as const]);
  const pick = random.below(1000);
  const second = 6 + random.below(6500) / 100;
  const choice = random.pick([[2, 'both'] as const, [1, 'mine'] as const, [1, 'theirs'] as const]);
  if (kind === 'star' || kind === 'open-lesson') return { do: kind, lesson: pick % lessonCount };
  if (kind === 'level') return { do: kind, level };
  if (kind === 'edit-note' || kind === 'delete-note') return { do: kind, pick };
  if (kind === 'choose-version') return { do: kind, pick, choice };
  if (kind === 'seek' || kind === 'watch') return { do: kind, second };
  return { do: kind };
}

const isMark = (act: Act) => act.do === 'star' || act.do === 'level' || act.do === 'bookmark';

function makeFault(random: Random, act: Act): Fault {
  const writeFaults: (readonly [number, FaultKind])[] = [
    [5, 'drop-request'],
    [9, 'drop-answer'],
    [3, 'cut-answer'],
    [5, 'duplicate'],
    [3, 'delay'],
    [7, 'hold-answer'],
    [4, 'hold-request'],
    [2, 'stall'],
    [2, 'stall-body'],
    [1, 'answer-500'],
    [2, 'answer-503'],
    [2, 'captive'],
  ];
  if (isMark(act)) writeFaults.push([3, 'refuse']);
  if (random.chance(0.15)) {
    return {
      on: 'read',
      nth: 1,
      kind: random.pick([[3, 'hold-answer'] as const, [1, 'drop-answer'] as const]),
    };
  }
  return { on: 'write', nth: 1, kind: random.pick(writeFaults) };
}

/** What happens before the learner's next act: first what brings things back, then new trouble. */
function addEvents(making: Making): void {
  const { random, steps } = making;
  if (!making.isServerUp && random.chance(0.25 + 0.05 * (steps.length - making.serverSince)))
    startServer(making);
  making.lines.forEach((line, device) => {
    const age = steps.length - line.since;
    if (line.link === 'holding' && random.chance(0.25 + 0.15 * age)) endHold(making, line, device);
    else if (line.link === 'down' && random.chance(0.12 + 0.02 * age)) goOnline(making, line, device);
  });
  if (random.chance(0.28)) addTrouble(making);
}

function startServer(making: Making): void {
  making.steps.push({ kind: 'start-server' });
  making.isServerUp = true;
}

function endHold({ random, steps }: Making, line: Line, device: number): void {
  const isCut = random.chance(0.3);
  steps.push({ kind: isCut ? 'offline' : 'release', device });
  line.link = isCut ? 'down' : 'up';
  line.since = steps.length;
}

function goOnline({ random, steps, isServerUp }: Making, line: Line, device: number): void {
  const kind = random.pick([
    [3, 'drop-answer'] as const,
    [1, 'cut-answer'] as const,
    [1, 'duplicate'] as const,
  ]);
  const fault: Fault | null =
    isServerUp && random.chance(0.2) ? { on: 'write', nth: 1 + random.below(3), kind } : null;
  steps.push({ kind: 'online', device, fault });
  line.link = 'up';
  line.since = steps.length;
  take(line, fault, steps.length);
}

function addTrouble(making: Making): void {
  const { random, steps, lines, isServerUp } = making;
  const device = random.below(deviceCount);
  const tab = random.below(tabCount);
  const line = lines[device];
  if (!line) return;
  const isReached = line.link === 'up' && isServerUp;
  const kind = random.pick([
    [line.link === 'up' ? 9 : 0, 'offline'],
    [4, 'focus'],
    [5, 'kill-tab'],
    [6, 'reload'],
    [isReached ? 3 : 0, 'expire-token'],
    [isReached ? 3 : 0, 'clock'],
    [isServerUp ? 2 : 0, 'stop-server'],
    [isReached ? 1.5 : 0, 'deploy'],
    [isReached ? 1 : 0, 'update'],
  ] as const);
  if (kind === 'offline') {
    Object.assign(line, { link: 'down', since: steps.length });
    steps.push({ kind, device });
  } else if (kind === 'focus') steps.push({ kind, device, tab });
  else if (kind === 'kill-tab')
    steps.push({ kind, device, tab, how: random.chance(0.6) ? 'crash' : 'close' });
  else if (kind === 'reload') steps.push({ kind, device, tab, fault: null });
  else if (kind === 'expire-token' || kind === 'update') steps.push({ kind, device });
  else if (kind === 'clock') steps.push({ kind, device, movedBy: clockMove(random, line) });
  else if (kind === 'deploy') steps.push({ kind, keepOld: random.chance(0.5) });
  else if (kind === 'stop-server') stopServer(making);
}

function stopServer(making: Making): void {
  const { random, steps } = making;
  steps.push({ kind: 'stop-server', how: random.chance(0.7) ? 'kill' : 'stop' });
  making.isServerUp = false;
  making.serverSince = steps.length;
}

/** Where a device's clock goes, ms beside the right time: back to right every other time. */
function clockMove(random: Random, line: Line): number {
  line.isClockWrong = !line.isClockWrong;
  if (!line.isClockWrong) return 0;
  return random.pick([
    [1, -26 * hourMs] as const,
    [1, -2 * hourMs] as const,
    [1, 2 * hourMs] as const,
    [1, 26 * hourMs] as const,
  ]);
}
