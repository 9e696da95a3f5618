import { readConfig } from '../server/config.ts';
import type { OpenDb } from '../server/db/client.ts';
import type { Deps } from '../server/deps.ts';
import { keptTrees } from '../server/domain/course/trees.ts';
import { folderFiles } from '../server/files/store.ts';
import { deriveKeys } from '../server/keys.ts';
import { silentLog } from '../server/log.ts';
import { mailTransport } from '../server/mail/transport.ts';
import { folderStore } from '../server/media/folder.ts';
import type { PaymentGateway } from '../server/payment/port.ts';
import { testSecret } from '../server/testing/testSecret.ts';

/** What the server's parts need, for measurements inside this process: no port, no jobs of their own. */
export async function benchDeps(
  db: OpenDb['db'],
  { folder, clock, gateway }: { folder: string; clock: { now(): number }; gateway: PaymentGateway },
): Promise<Deps> {
  const config = readConfig({ DATA_DIR: folder });
  return {
    ...{ db, config, clock, gateway, log: silentLog },
    ...{
      media: folderStore(config.mediaDir),
      mail: mailTransport(config),
      files: folderFiles(config.filesDir),
    },
    ...{ keys: await deriveKeys(testSecret), trees: keptTrees(db) },
  };
}
