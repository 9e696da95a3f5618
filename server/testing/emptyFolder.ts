import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';

/** An empty folder for one test; it is removed at the end of the run. */
export function emptyFolder(): Promise<string> {
  return mkdtemp(join(inject('runFolder'), 'test-'));
}
