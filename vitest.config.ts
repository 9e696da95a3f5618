import { configDefaults, defineConfig } from 'vitest/config';
import { removing } from './server/testing/removals.ts';
import { planting } from './tests/exam-chaos/planted.ts';

/**
 * What a test waits for, not how fast it has to come: a shared machine may take many times as long as an idle one, and
 * starting a database takes seconds on that.
 */
const patient = { testTimeout: 120_000, hookTimeout: 240_000 };

const server = {
  environment: 'node',
  pool: 'forks' as const,
  /** Files of one worker share one database process, which is the slow thing to start; each test empties it. */
  isolate: false,
  ...patient,
};

/** Folders of the server whose tests run on PostgreSQL as well. */
const onPostgres = ['routes', 'domain', 'middleware', 'db', 'maintenance', 'mail'];

/** Those that run there alone if scripts/test.mjs says so; `db` has tests of the embedded database's files. */
const onlyThere = process.env.SERVER_ONCE ? onPostgres.filter((folder) => folder !== 'db') : [];

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'tests/{,chaos/}*.test.ts'],
          environment: 'node',
          ...patient,
        },
      },
      {
        plugins: [...removing(process.env.REMOVED), planting],
        test: {
          ...server,
          name: 'server',
          include: ['server/**/*.test.ts', 'tests/exam-chaos/*.test.ts'],
          exclude: [...configDefaults.exclude, ...onlyThere.map((folder) => `server/${folder}/**/*.test.ts`)],
          globalSetup: ['server/testing/globalFolder.ts', 'server/testing/globalPglite.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          include: [
            ...onPostgres.map((folder) => `server/${folder}/**/*.test.ts`),
            'server/content/importPack.test.ts',
          ],
          env: { TEST_DB: 'postgres' },
          globalSetup: ['server/testing/globalFolder.ts', 'server/testing/globalPostgres.ts'],
          setupFiles: ['server/testing/skipWithoutPostgres.ts'],
        },
      },
    ],
    exclude: configDefaults.exclude,
  },
});
