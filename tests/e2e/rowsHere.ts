import type { Page } from '@playwright/test';

/** What lies in a table of the learner's database: what is stored for good, where a screen may be a moment ahead. */
export function rowsHere<Row>(
  page: Page,
  table: 'watches' | 'downloads' | 'outbox' | 'pages',
): Promise<Row[]> {
  return page.evaluate(async (wanted) => {
    const own = (await indexedDB.databases()).find(({ name }) => name?.startsWith('u_'));
    return new Promise<Row[]>((resolve, reject) => {
      const opening = indexedDB.open(own?.name ?? '');
      opening.onerror = () => reject(opening.error);
      opening.onsuccess = () => {
        const reading = opening.result.transaction(wanted).objectStore(wanted).getAll();
        reading.onsuccess = () => {
          opening.result.close();
          resolve(reading.result);
        };
      };
    });
  }, table);
}
