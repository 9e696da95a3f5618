import { configDefaults, defineConfig } from 'vitest/config';

const server = {
  environment: 'node',
  pool: 'forks' as const,
  /** Files of one worker share one database process, which is the slow thing to start; each test empties it. */
  isolate: false,
  testTimeout: 30_000,
  /** Starting a database takes seconds on a busy machine. */
  hookTimeout: 60_000,
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['src/**/*.test.{ts,tsx}', 'sw/**/*.test.ts', 'tests/{,chaos/}*.test.ts'],
          environment: 'node',
        },
      },
      {
        test: {
          ...server,
          name: 'server',
          include: ['server/**/*.test.ts'],
          globalSetup: ['server/testing/globalPglite.ts'],
        },
      },
      {
        test: {
          ...server,
          name: 'server-postgres',
          include: [
            'server/{resources,middleware,db,maintenance,mail}/**/*.test.ts',
            'server/content/importPack.test.ts',
          ],
          env: { TEST_DB: 'postgres' },
          globalSetup: ['server/testing/globalPostgres.ts'],
          setupFiles: ['server/testing/skipWithoutPostgres.ts'],
        },
      },
    ],
    exclude: configDefaults.exclude,
  },
});
