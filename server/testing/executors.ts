/** Processes of their own that work on money and can be killed (row 117 of money.md 7). */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const program = join(import.meta.dirname, 'executorProcess.ts');

export type Executors = {
  /**
   * All do what is due at a time. `killed`: this one is ended by SIGKILL after this many milliseconds, and started
   * anew.
   */
  run(now: number, killed?: { place: number; afterMs: number }): Promise<void>;
  stop(): void;
};

/** One child, and how to wait for its next sign: an answer, or its end. */
type Worker = { child: ChildProcess; heard(): Promise<'answer' | 'end'>; ended: Promise<unknown> };

function workerOf(child: ChildProcess): Worker {
  let tell: (what: 'answer' | 'end') => void = () => undefined;
  child.on('message', () => tell('answer'));
  child.on('exit', () => tell('end'));
  return {
    child,
    heard: () =>
      new Promise((resolve) => {
        tell = resolve;
        if (child.exitCode !== null || child.signalCode !== null) resolve('end');
      }),
    ended: once(child, 'exit'),
  };
}

/** Starts this many processes on a PostgreSQL and a scripted gateway. */
export async function startExecutors(
  count: number,
  { databaseUrl, gatewayUrl }: { databaseUrl: string; gatewayUrl: string },
): Promise<Executors> {
  const start = async (): Promise<Worker> => {
    const worker = workerOf(
      fork(program, {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        env: { ...process.env, EXECUTOR_DATABASE: databaseUrl, EXECUTOR_GATEWAY: gatewayUrl },
      }),
    );
    if ((await worker.heard()) === 'end') throw new Error('an executor did not start');
    return worker;
  };
  const workers = await Promise.all(Array.from({ length: count }, start));
  return {
    async run(now, killed) {
      const heard = workers.map((worker) => worker.heard());
      for (const { child } of workers) child.send(now);
      const victim = killed && workers[killed.place];
      if (victim) setTimeout(() => victim.child.kill('SIGKILL'), killed.afterMs);
      await Promise.all(heard);
      if (!victim) return;
      await victim.ended;
      workers[killed.place] = await start();
    },
    stop() {
      for (const { child } of workers) child.kill('SIGKILL');
    },
  };
}
