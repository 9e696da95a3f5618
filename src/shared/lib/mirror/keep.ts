/** Stored answers older than this are not shown, ms (offline.md 5.8). */
export const keptForMs = 7 * 24 * 60 * 60 * 1000;
/** Prefix of every key of stored answers in localStorage. */
export const keyPrefix = 'query.';

/**
 * Marks a query whose state stays in localStorage between visits. So far this is the first page of notices, so that a
 * reload does not fetch it again at once. It stores when the query was refreshed; the rows are in Dexie
 * (architecture.md 3).
 */
export const keptBetweenVisits = { isKept: true } as const;
