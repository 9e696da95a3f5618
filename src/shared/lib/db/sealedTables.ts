/**
 * Tables that survive a forced end of the session, sealed for the same learner (session.md 7.1): work that no server
 * has yet, and the record of kept lessons, which would be a long download again. All other tables are emptied.
 */
export const sealedTables: readonly string[] = ['outbox', 'meta', 'downloads', 'downloadFiles'];
