import type { Learner } from '../e2e/offline/questions.ts';
import { lookForWorker } from '../offline-kit/worker.ts';
import { type ActNote, Actor } from './actor.ts';
import type { ChaosDevice } from './device.ts';
import { Model } from './model.ts';
import type { Shown } from './screen.ts';
import { darkening, deviceCount, type Step } from './steps.ts';
import type { World } from './world.ts';

/** Plays steps one after the other; each has come to rest before the next begins. */
export class Player {
  readonly world: World;
  readonly learner: Learner;
  readonly devices: ChaosDevice[];
  readonly model = new Model(deviceCount);
  readonly #actor: Actor;

  private constructor(world: World, learner: Learner, devices: ChaosDevice[]) {
    this.world = world;
    this.learner = learner;
    this.devices = devices;
    const lessons = (learner.courses[0]?.lessons ?? []).map(String);
    this.#actor = new Actor(this.model, lessons, () => world.server.isRunning);
  }

  static async start(world: World): Promise<Player> {
    const { learner, devices } = await world.begin();
    return new Player(world, learner, devices);
  }

  async stop(): Promise<void> {
    for (const device of this.devices) await device.stop();
  }

  /** What the devices look like now, for a report. */
  async describe(): Promise<string> {
    return (await Promise.all(this.devices.map((device) => device.describe()))).join('\n');
  }

  /** Plays one step; says what came of it where the plan does not. */
  async play(step: Step, number: number): Promise<ActNote> {
    if (!('device' in step)) return await this.#playOnServer(step);
    const device = this.devices[step.device];
    if (!device) throw new Error('There is no such device.');
    const fault = 'fault' in step ? step.fault : null;
    device.link.arm(fault);
    const note = await this.#playOn(device, step, number);
    const isNudged = bringsBack.has(step.kind) || isUpset(fault?.kind);
    await this.#rest(device, isNudged);
    const met = device.link.disarm();
    const end = met ? await this.#afterFault(device, met) : fault ? 'fault met nothing' : '';
    await this.#mustShowLastWords(device);
    return [note, end].filter(Boolean).join(', ');
  }

  /** What the learner did last is on screen, and never goes back by itself. */
  async #mustShowLastWords(device: ChaosDevice): Promise<void> {
    const words = this.model.lastWords(device.number);
    for (const screen of device.alive()) {
      const shown = await screen.read().catch(() => null);
      for (const [name, value] of shown ? words : []) {
        const found = shown ? markOn(shown, name) : value;
        if (found !== value)
          throw new Error(`device ${device.number} shows ${found} for ${name}, not ${value}`);
      }
    }
  }

  /** Network on, server up, clocks right, every line free, every conflict settled: what was done has arrived. */
  async heal(): Promise<void> {
    await this.world.server.start();
    for (const device of this.devices) {
      await device.link.network.disconnect();
      device.link.isDark = false;
      device.link.arm(null);
      await device.link.network.connect();
      await device.tab(0);
      await device.moveClock(0);
      await this.#rest(device, true);
    }
    // What one device sends may be a conflict for the other, and settling it is a change again.
    for (let round = 0; round < 4; round += 1) {
      let settled = 0;
      for (const device of this.devices) settled += await this.#settle(device);
      if (settled === 0 && round > 0) break;
    }
    for (const device of this.devices) {
      await device.reload(0);
      await this.#rest(device, true);
    }
  }

  /** Brings a device up to date and keeps both versions of every note in conflict. Answers how many there were. */
  async #settle(device: ChaosDevice): Promise<number> {
    await device.kill(1, 'close');
    await device.reload(0);
    await this.#rest(device, true);
    let settled = 0;
    for (const lesson of this.#actor.lessons.keys()) {
      await this.#actor.do(device, 0, { do: 'open-lesson', lesson }, 0);
      for (;;) {
        const note = await this.#actor.do(device, 0, { do: 'choose-version', pick: 0, choice: 'both' }, 0);
        if (note === 'no conflict') break;
        settled += 1;
        await this.#rest(device, true);
      }
    }
    return settled;
  }

  async #playOnServer(step: Exclude<Step, { device: number }>): Promise<ActNote> {
    const { server } = this.world;
    if (step.kind === 'deploy') this.world.deploy(step.keepOld);
    else if (step.kind === 'start-server') {
      await server.start();
      for (const device of this.devices) await this.#rest(device, true);
    } else {
      if (step.how === 'kill') await server.kill();
      else await server.stop();
      for (const device of this.devices) await this.#rest(device, false);
    }
    return '';
  }

  async #playOn(
    device: ChaosDevice,
    step: Extract<Step, { device: number }>,
    number: number,
  ): Promise<ActNote> {
    const { link } = device;
    if (step.kind === 'act') return await this.#actor.do(device, step.tab, step.act, number);
    if (step.kind === 'offline') {
      await link.network.disconnect();
      await device.notice();
    } else if (step.kind === 'online') {
      if (!device.isConnected) device.expectLists();
      link.isDark = false;
      await link.network.connect();
    } else if (step.kind === 'release') await this.#release(device);
    else if (step.kind === 'focus') await device.focus(step.tab);
    else if (step.kind === 'kill-tab') await device.kill(step.tab, step.how);
    else if (step.kind === 'reload') await device.reload(step.tab);
    else if (step.kind === 'expire-token') await this.#actor.expireToken(device);
    else if (step.kind === 'clock') await device.moveClock(step.movedBy);
    else await this.#update(device);
    return '';
  }

  /** Lets held requests go; what never gets an answer is broken off. */
  async #release(device: ChaosDevice): Promise<void> {
    const { network } = device.link;
    network.release();
    if (device.link.isHolding) {
      await network.disconnect();
      await network.connect();
    }
  }

  /** All tabs go and come back on the newest build. */
  async #update(device: ChaosDevice): Promise<void> {
    const [screen] = device.alive();
    if (screen) await lookForWorker(screen.page).catch(() => undefined);
    await device.killAll();
    await device.tab(0);
  }

  async #afterFault(
    device: ChaosDevice,
    { fault, seen }: NonNullable<ReturnType<ChaosDevice['link']['disarm']>>,
  ): Promise<string> {
    if (darkening.has(fault.kind)) {
      await device.link.network.disconnect();
      await device.notice();
    }
    if (fault.kind === 'refuse') this.#actor.refused(device, seen.path, seen.body);
    await this.#rest(device, false);
    return '';
  }

  async #rest(device: ChaosDevice, isNudged: boolean): Promise<void> {
    const isReached = this.world.server.isRunning && device.isConnected;
    await device.rest({ isReached, isNudged });
    if (isReached && (await device.isDrained())) this.model.drained(device.number);
  }
}

/** What a screen shows of a mark, by the name it has in the model. */
function markOn(shown: Shown, name: string): number {
  const [kind, lesson = ''] = name.split(' ');
  if (kind === 'bookmark') return Number(shown.isBookmarked);
  return kind === 'star' ? Number(shown.stars[lesson]) : (shown.levels[lesson] ?? 0);
}

/**
 * Steps after which the learner looks at what is left on screen. Not after a tab has died: the others go on with the
 * queue by themselves (offline.md 3.62).
 */
const bringsBack: ReadonlySet<string> = new Set(['online', 'release']);

/** Faults that leave the app believing that nobody answers: somebody has to look before it tries again. */
function isUpset(kind: string | undefined): boolean {
  return kind === 'answer-503' || kind === 'captive';
}
