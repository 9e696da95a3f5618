/** Kept answers older than this are not shown any more, ms (offline.md 5.8). */
export const keptForMs = 7 * 24 * 60 * 60 * 1000;
/** Beginning of every key under which answers are kept in localStorage. */
export const keyPrefix = 'query.';

/**
 * Marks a query whose state is kept in localStorage between visits: for now the first page of notices, so that a
 * reload does not ask for it again at once. It holds when it was refreshed; the rows are in Dexie (architecture.md 3).
 */
export const keptBetweenVisits = { isKept: true } as const;
