// The server process. Prints its log, and `READY {json}` on one line when it answers; ends on SIGINT and SIGTERM.
import { readConfig } from './config.ts';
import { isDemoAllowed, loadDemo } from './content/demo.ts';
import { assertNoDemoAccounts } from './content/demoAccounts.ts';
import type { DemoPeople } from './content/demoBuyer.ts';
import type { DemoAccount } from './content/demoList.ts';
import type { Deps } from './deps.ts';
import { failureFields } from './failureText.ts';
import { jsonLog } from './log.ts';
import { type Running, startServer } from './start.ts';
import { startNotices } from './startNotices.ts';

function explain(error: unknown): string {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  if (code === 'EADDRINUSE') {
    return `ポート ${process.env.PORT ?? ''} は別のプログラムが使用中です。PORT で別の番号を指定してください。`;
  }
  return String(failureFields(error).message);
}

/** A second signal within this time counts as the same Ctrl-C, handed on by a parent, milliseconds. */
const sameSignal = 500;

function endOnSignals(running: Running, log: ReturnType<typeof jsonLog>): void {
  let stoppingSince: number | null = null;
  const end = async (reason: string) => {
    if (stoppingSince !== null) {
      if (performance.now() - stoppingSince > sameSignal) process.exit(1);
      return;
    }
    stoppingSince = performance.now();
    log.info('stopping', { reason });
    const isClean = await running.stop();
    log.info('stopped', { clean: isClean });
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end(signal));
  process.on('disconnect', () => void end('disconnect'));
}

const log = jsonLog();

/**
 * Loads the demo on the first start. A broken demo is reported and left out: the server itself can run. In production a
 * server does not start with data that hold demo accounts: their password, sessions and links would still work.
 */
async function prepareDemo(deps: Deps, people: DemoPeople | null): Promise<DemoAccount[]> {
  if (!isDemoAllowed(deps.config, process.env)) {
    if (deps.config.production) await assertNoDemoAccounts(deps);
    return [];
  }
  try {
    return await loadDemo(deps, people);
  } catch (error) {
    log.error('demo_failed', { message: error instanceof Error ? error.message : String(error) });
    process.stderr.write(`デモ教材を読み込めませんでした。\n${explain(error)}\n`);
    return [];
  }
}

process.on('uncaughtException', (error) => {
  log.error('crashed', failureFields(error));
  process.exit(1);
});

try {
  let demo: DemoAccount[] = [];
  const config = readConfig(process.env);
  const running = await startServer(config, log, async (deps, scripted) => {
    demo = await prepareDemo(deps, scripted);
  });
  endOnSignals(running, log);
  const { url, port } = running;
  const notices = startNotices(config, running.deps.gateway.capabilities);
  process.stdout.write(`READY ${JSON.stringify({ url, port, demo, notices })}\n`);
} catch (error) {
  log.error('start_failed', failureFields(error));
  process.stderr.write(`サーバーを起動できませんでした。\n${explain(error)}\n`);
  process.exit(1);
}
