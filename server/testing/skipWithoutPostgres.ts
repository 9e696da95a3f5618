import { beforeEach, inject } from 'vitest';

/** Set-up file of the project `server-postgres`: without PostgreSQL every test counts as skipped. */
beforeEach((context) => {
  if (inject('postgresTemplate') === null) context.skip('PostgreSQL is not on this machine');
});
