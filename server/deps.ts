import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Config } from './config.ts';
import type { Db } from './db/client.ts';
import type { UserRow } from './db/schema/accounts.ts';
import { type CourseTrees, keptTrees } from './domain/course/trees.ts';
import { type FileStore, folderFiles } from './files/store.ts';
import { deriveKeys, type Keys, storedSecret } from './keys.ts';
import type { Log } from './log.ts';
import { type MailTransport, mailTransport } from './mail/transport.ts';
import { folderStore } from './media/folder.ts';
import type { MediaStore } from './media/store.ts';
import { openGateway } from './payment/open.ts';
import type { PaymentGateway } from './payment/port.ts';

/** The time; tests move it. `now` answers epoch milliseconds. */
export type Clock = { now(): number };

/** Everything that the server is made of. Nothing below createApp reads the environment or the system clock. */
export type Deps = {
  db: Db;
  config: Config;
  clock: Clock;
  log: Log;
  media: MediaStore;
  mail: MailTransport;
  files: FileStore;
  keys: Keys;
  /** Courses as this process has them in memory. */
  trees: CourseTrees;
  /** The payment gateway. Only the executor and the money jobs call it (money.md 3). */
  gateway: PaymentGateway;
};

/** Fills in what follows from the settings: keys from the secret, media from the folder, the system's clock. */
export async function makeDeps(
  given: Pick<Deps, 'db' | 'config' | 'log'> & Partial<Pick<Deps, 'gateway'>>,
): Promise<Deps> {
  const secret = given.config.secret ?? storedSecret(given.config.dataDir);
  return {
    gateway: openGateway(given.config, given.log),
    ...given,
    clock: { now: () => Date.now() },
    media: folderStore(given.config.mediaDir),
    mail: mailTransport(given.config),
    files: folderFiles(given.config.filesDir),
    keys: await deriveKeys(secret),
    trees: keptTrees(given.db),
  };
}

/** The signed-in user of a request, read together with the session. */
export type AuthUser = Pick<
  UserRow,
  'id' | 'email' | 'familyName' | 'givenName' | 'grade' | 'scope' | 'mustChangePassword' | 'preference'
> & { sessionId: string };

export type AppEnv = {
  Bindings: Partial<HttpBindings>;
  Variables: {
    /** 受付番号 of this request. */
    requestId: string;
    user: AuthUser | null;
  };
};
export type AppContext = Context<AppEnv>;
