import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import type { Learner } from '../e2e/offline/questions.ts';
import { AppServer, freePort } from '../offline-kit/appServer.ts';
import { chromiumLaunch } from '../offline-kit/browser.ts';
import { Deployment } from '../offline-kit/deployment.ts';
import { ChaosDevice } from './device.ts';
import { dropAtExit, dropFolder, makeFolder } from './leftovers.ts';
import { deviceCount } from './steps.ts';

const root = join(import.meta.dirname, '..', '..');
const video = join(root, 'server', 'demo', 'courses', 'physics-basic', 'media', 'physics-basic-0201.mp4');
/** A line that comes back after minutes still finds its last refresh token good, seconds. */
const refreshGraceSec = 900;

/** The app, its server and a browser process, for any number of runs. */
export class World {
  readonly server: AppServer;
  readonly deployment: Deployment;
  readonly #dataDir: string;
  #browser: Browser;
  #deployed = 0;

  private constructor(server: AppServer, browser: Browser, deployment: Deployment, dataDir: string) {
    this.server = server;
    this.#browser = browser;
    this.deployment = deployment;
    this.#dataDir = dataDir;
  }

  /** Starts the real server on a build, and a browser. What they leave behind goes with this process at the latest. */
  static async start(build: string): Promise<World> {
    const dataDir = makeFolder('konomanavi-chaos-');
    const deployment = new Deployment(build);
    dropAtExit(() => deployment.drop());
    const server = new AppServer(await freePort(), {
      args: ['--disable-warning=ExperimentalWarning', join(root, 'tests', 'e2e', 'offline', 'realServer.ts')],
      env: {
        DATA_DIR: dataDir,
        DIST_DIR: deployment.folder,
        HOST: '127.0.0.1',
        REFRESH_GRACE: String(refreshGraceSec),
      },
    });
    dropAtExit(() => void server.kill());
    await server.start();
    return new World(server, await chromium.launch(chromiumLaunch()), deployment, dataDir);
  }

  /** Whether the browser process is there still; no step of a plan ends it. */
  get isBrowserAlive(): boolean {
    return this.#browser.isConnected();
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.server.stop();
    this.deployment.drop();
    dropFolder(this.#dataDir);
  }

  /**
   * A new learner with one course of videos, and their devices on fresh profiles. When one does not start, none is left
   * behind, and the next try begins with nothing of this one.
   */
  async begin(): Promise<{ learner: Learner; devices: ChaosDevice[] }> {
    if (!this.isBrowserAlive) this.#browser = await chromium.launch(chromiumLaunch());
    await this.server.start();
    this.deployment.restore();
    const learner = await this.server.ask<Learner>({ ask: 'learner', courses: 1, withMarks: false });
    const key = learner.courses[0]?.name.split(' ')[1] ?? '';
    for (const [index] of (learner.courses[0]?.lessons ?? []).entries()) {
      const file = join(this.#dataDir, 'media', 'test', key, `${index + 1}.mp4`);
      mkdirSync(dirname(file), { recursive: true });
      copyFileSync(video, file);
    }
    const numbers = Array.from({ length: deviceCount }, (_, number) => number);
    const starts = await Promise.allSettled(
      numbers.map((number) => ChaosDevice.start(number, this.#browser, this.server.port, learner)),
    );
    const devices = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    const failed = starts.find((start) => start.status === 'rejected');
    if (!failed) return { learner, devices };
    await Promise.allSettled(devices.map((device) => device.stop()));
    throw failed.reason;
  }

  /** Deploys the next version of the app. */
  deploy(keepOld: boolean): void {
    this.#deployed += 1;
    this.deployment.deploy(`v${this.#deployed}`, { keepOld });
  }

  /** What the database says. */
  rows<Row>(sql: string): Promise<Row[]> {
    return this.server.ask({ ask: 'rows', sql });
  }
}
