import { readdirSync } from 'node:fs';
import { Dexie } from 'dexie';
import { type AppDb, declareAppVersions, declareUserVersions, type UserDb } from '#shared/lib/db/schema.ts';

/** Where the databases of every released version lie. */
export const dumpFolder = import.meta.dirname;

/** One file a version, oldest first: `version-<number of the learner's database>.json`. */
export const dumpFiles = readdirSync(dumpFolder)
  .filter((name) => name.endsWith('.json'))
  .sort((one, other) => numberOf(one) - numberOf(other));

function numberOf(file: string): number {
  return Number(/\d+/.exec(file)?.[0]);
}

/** The newest version that the schema declares for each database, as Dexie counts. */
export const versionsOfToday = {
  user: newest((db) => declareUserVersions(db as UserDb)),
  app: newest((db) => declareAppVersions(db as AppDb)),
};

function newest(declare: (db: Dexie) => void): number {
  const db = new Dexie('declared-only');
  declare(db);
  return db.verno;
}
