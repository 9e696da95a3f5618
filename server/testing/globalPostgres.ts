import { sql } from 'drizzle-orm';
import type { TestProject } from 'vitest/node';
import { openPostgres, queryRows } from '../db/client.ts';
import { findPostgres, startPostgres } from './postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A database that is migrated and empty, to copy from; `null`: no PostgreSQL on this machine. */
    postgresTemplate: string | null;
  }
}

const template = 'migrated';

/** Vitest's global set-up of the project `server-postgres`: one cluster for the run. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const programs = findPostgres();
  if (programs === null) {
    console.info('PostgreSQL was not found on this machine: the suite is skipped for it.');
    project.provide('postgresTemplate', null);
    return undefined;
  }
  const cluster = await startPostgres(programs);
  const admin = openPostgres(cluster.url('postgres'), 1);
  await queryRows(admin.db, sql.raw(`create database ${template}`));
  await admin.close();
  const database = openPostgres(cluster.url(template), 1);
  await database.migrate();
  await database.close();
  project.provide('postgresTemplate', cluster.url(template));
  return () => cluster.stop();
}
