import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createApp } from './app.ts';
import { serverCommands } from './cli/registry.ts';
import type { Config } from './config.ts';
import { openDb } from './db/client.ts';
import { databaseClock } from './db/databaseClock.ts';
import { type Deps, makeDeps } from './deps.ts';
import { examsRegularly } from './domain/attempt/regularly.ts';
import { makeDocumentsRegularly } from './domain/document/regularly.ts';
import { endTestsRegularly } from './domain/entryExam/regularly.ts';
import { holdIfBehind } from './domain/order/hold.ts';
import { moneyRegularly } from './domain/order/jobs.ts';
import { failureFields } from './failureText.ts';
import type { ScriptedGateway } from './gateway/start.ts';
import { lockFolder } from './lock.ts';
import type { Log } from './log.ts';
import { mailRegularly } from './mail/deliver.ts';
import { sealOldRequests } from './middleware/requestSeal.ts';
import { openGateway } from './payment/open.ts';
import { pushRegularly } from './push/regularly.ts';
import { stopServing } from './shutdown.ts';
import { notifyAddress, startGateway } from './startGateway.ts';
import { sweepRegularly } from './sweep.ts';

export type Running = {
  /** Address for a browser on this machine. */
  url: string;
  port: number;
  deps: Deps;
  /** Finishes running requests, then closes the database. `true`: nothing was cut off. */
  stop(): Promise<boolean>;
};

/** Limits on how slowly a request may arrive, milliseconds. */
const arrival = { headersTimeout: 15_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 };

async function listen(deps: Deps): Promise<Server> {
  const server = createAdaptorServer({ fetch: createApp(deps).fetch, serverOptions: arrival }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(deps.config.port, deps.config.host, resolve);
  });
  return server;
}

async function openAll(config: Config, log: Log) {
  const lock = config.databaseUrl === null ? await lockFolder(config.dataDir) : null;
  try {
    const database = await openDb(config);
    try {
      await database.migrate();
      const scripted = await startGateway(config);
      const close = async () => {
        await scripted?.stop();
        await database.close();
        await lock?.release();
      };
      try {
        const gateway = openGateway(config, log, scripted ?? undefined);
        const clock = databaseClock(database.db);
        await clock.correct();
        const deps = { ...(await makeDeps({ db: database.db, config, log, gateway })), clock };
        return { deps, clock, lock, scripted, close };
      } catch (error) {
        await scripted?.stop();
        throw error;
      }
    } catch (error) {
      await database.close();
      throw error;
    }
  } catch (error) {
    await lock?.release();
    throw error;
  }
}

/**
 * Starts a server: takes the data folder, opens and migrates the database, runs `prepare` (with the scripted gateway
 * that was started here, if there is one), then listens. On an error everything is closed again: throws
 * `FolderInUseError`, `SchemaMismatchError`, or what listening throws (`EADDRINUSE`).
 */
export async function startServer(
  config: Config,
  log: Log,
  prepare?: (deps: Deps, scripted: ScriptedGateway | null) => Promise<void>,
): Promise<Running> {
  const { deps, clock, lock, scripted, close } = await openAll(config, log);
  try {
    await sealOldRequests(deps);
    await holdIfBehind(deps);
    await prepare?.(deps, scripted);
    const stopExams = await examsRegularly(deps);
    const server = await listen(deps);
    lock?.host({ deps, commands: serverCommands });
    const stopSweeping = sweepRegularly(deps);
    const stopPushing = pushRegularly(deps);
    const stopMailing = mailRegularly(deps);
    const stopEnding = endTestsRegularly(deps);
    const stopDocuments = makeDocumentsRegularly(deps);
    const stopMoney = moneyRegularly(deps);
    const stopClock = clock.keepCorrect((error) => log.error('clock_failed', failureFields(error)));
    const { port } = server.address() as AddressInfo;
    scripted?.notifyTo(notifyAddress(config, port));
    return {
      url: config.publicUrl || `http://localhost:${port}`,
      port,
      deps,
      async stop() {
        stopSweeping();
        stopClock();
        const isClean = await stopServing(server);
        await Promise.all([
          stopPushing(),
          stopMailing(),
          stopEnding(),
          stopDocuments(),
          stopMoney(),
          stopExams(),
        ]);
        await close();
        return isClean;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
