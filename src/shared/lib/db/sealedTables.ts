/**
 * Tables that hold learner's work no server has yet, and the record of kept lessons, which would be a long download
 * again; they survive a forced end of the session, sealed for the same learner (session.md 7.1). All others
 * are emptied by it.
 */
export const sealedTables: readonly string[] = ['outbox', 'meta', 'downloads', 'downloadFiles'];
