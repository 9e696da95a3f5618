import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inArray } from 'drizzle-orm';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { demoAccountIds } from './demoAccounts.ts';
import type { DemoPeople } from './demoBuyer.ts';
import { type DemoAccount, demoAccounts } from './demoList.ts';
import { fingerprintOf, importedFingerprint } from './fingerprint.ts';

/** The pack that `npm start` brings along. */
export const demoFolder = fileURLToPath(new URL('../demo', import.meta.url));

/**
 * Demo accounts have a known password: never in production unless `DEMO=1` says so (architecture.md 1). `DEMO=0` leaves
 * the demo out anywhere.
 */
export function isDemoAllowed(
  config: Pick<Deps['config'], 'production'>,
  env: Record<string, string | undefined>,
): boolean {
  return config.production ? env.DEMO === '1' : env.DEMO !== '0';
}

/**
 * A marker beside the media says which state of the demo was copied there; the database says which state it holds
 * itself.
 */
const markerOf = (deps: Deps) => join(deps.config.mediaDir, 'demo', '.loaded');

async function isLoaded(deps: Deps, state: string): Promise<boolean> {
  const marker = await readFile(markerOf(deps), 'utf8').catch(() => '');
  if (marker !== state || (await importedFingerprint(deps.db, 'demo')) !== state) return false;
  const emails = demoAccounts.map((account) => account.email);
  const found = await deps.db.select({ id: users.id }).from(users).where(inArray(users.email, emails));
  return found.length === emails.length;
}

async function load(deps: Deps, state: string): Promise<void> {
  const [{ importPack }, { loadLearners }, { loadExamTakers }, { PackRefusedError }] = await Promise.all([
    import('./importPack.ts'),
    import('./demoLearners.ts'),
    import('./demoExams/loadTakers.ts'),
    import('./problems.ts'),
  ]);
  try {
    const { courses, lessons } = await importPack(deps, demoFolder, {
      mayDelete: true,
      mayRegrade: true,
    });
    await loadLearners(deps, demoFolder);
    await loadExamTakers(deps);
    await writeFile(markerOf(deps), state);
    deps.log.info('demo_loaded', { courses, lessons });
  } catch (error) {
    if (!(error instanceof PackRefusedError)) throw error;
    throw new Error([...error.list.lines(), error.message].join('\n'), { cause: error });
  }
}

/**
 * Loads the demo content and its learners in the same way as `npm run content -- import`. When nothing changed since
 * the last time, this takes some milliseconds. Existing accounts are left as they are. `people`: of the scripted
 * gateway of this process, where some accounts have orders (`loadDemoOrders`). Answers the accounts to show. Throws an
 * Error with every problem when the demo itself is broken.
 */
export async function loadDemo(deps: Deps, people: DemoPeople | null = null): Promise<DemoAccount[]> {
  const state = await fingerprintOf(demoFolder);
  // Before any account is made: accounts from a version that did not note them are noted now.
  await demoAccountIds(deps);
  if (!(await isLoaded(deps, state))) await load(deps, state);
  if (people !== null) await (await import('./demoOrders.ts')).loadDemoOrders(deps, people);
  return demoAccounts;
}
