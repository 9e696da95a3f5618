import { join } from 'node:path';
import type { Config } from './config.ts';
import { type ScriptedGateway, startScriptedGateway } from './gateway/start.ts';
import { scriptedShop } from './payment/settings.ts';

/** The path at which the gateway notifies us (money.md 4.10). */
const notifyPath = '/api/payment/gmo/notify/';

const isAnywhere = (host: string) => host === '0.0.0.0' || host === '::';

/** The address for notifications of a server that listens on `port`. */
export function notifyAddress({ host }: Pick<Config, 'host'>, port: number): string {
  return `http://${isAnywhere(host) ? '127.0.0.1' : host}:${port}${notifyPath}`;
}

/**
 * Starts the scripted gateway when the settings want one here (money.md 3.2); else `null`. If its usual port is taken,
 * it uses any free one. If a port from the settings is taken, it throws an Error in Japanese that names the setting.
 */
export async function startGateway(config: Config): Promise<ScriptedGateway | null> {
  const { kind, scripted } = config.payment;
  if (kind !== 'scripted' || !scripted.isStarted) return null;
  const start = (port: number) =>
    startScriptedGateway({
      port,
      host: config.host,
      url: scripted.url,
      file: join(config.dataDir, 'gateway', 'books.jsonl'),
      shop: scriptedShop,
      faultFile: scripted.faultFile,
      // In production strangers can reach it: they may only pay with test cards.
      isOpen: !config.production,
    });
  try {
    return await start(scripted.port);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    if (!scripted.isPortFixed) return start(0);
    throw new Error(
      `テスト決済のポート ${scripted.port} は別のプログラムが使用中です。GATEWAY_PORT で別の番号を指定してください。`,
    );
  }
}
