import { AppServer, type AppServerOptions } from './appServer.ts';
import { Deployment } from './deployment.ts';
import { ScriptedNetwork } from './network.ts';

/** What is between a browser and the data: the folder that is handed out, the server, the network. */
export type StageParts = { server: AppServer; network: ScriptedNetwork; deployment: Deployment };

/** How to put it up. */
export type StageOptions = {
  /** A finished build; a copy of it is served. */
  build: string;
  /** How the server is started when the files to serve lie in `folder`. */
  server: (folder: string) => AppServerOptions;
};

/**
 * The app's server with a copy of a build behind a scripted network. The browser goes to `network.origin`. One serves
 * all tests of a worker process: `reset` before each.
 */
export class Stage {
  readonly server: AppServer;
  readonly network: ScriptedNetwork;
  readonly deployment: Deployment;

  constructor({ server, network, deployment }: StageParts) {
    this.server = server;
    this.network = network;
    this.deployment = deployment;
  }

  /** Copies the build, starts the server and connects the network. */
  static async putUp({ build, server }: StageOptions): Promise<StageParts> {
    const deployment = new Deployment(build);
    const running = await AppServer.start(server(deployment.folder));
    return { server: running, network: await ScriptedNetwork.to(running.port), deployment };
  }

  /**
   * The server is gone: its process has ended, and nothing answers where the browser asks. To the browser
   * `network.disconnect()` looks the same, and spares the seconds of a start: enough where nothing depends on what the
   * server remembers.
   */
  async shutDown(): Promise<void> {
    await this.server.stop();
    await this.network.disconnect();
  }

  /** The server is back on the same address with the same data. */
  async comeBack(): Promise<void> {
    await this.server.start();
    await this.network.connect();
  }

  /** Running, connected, well behaved, the first version deployed: for the next test. */
  async reset(): Promise<void> {
    this.deployment.restore();
    await this.server.start();
    await this.network.reset();
  }

  /** Takes everything away. */
  async stop(): Promise<void> {
    await this.network.disconnect();
    await this.server.stop();
    this.deployment.drop();
  }
}
