// Replaces shared/lib/http/json.ts where pages are made (scripts/prerender.ts): no session, no retry, no network.
import type * as z from 'zod/mini';
import { UnreadableAnswerError } from '#shared/lib/errors.ts';
import type { GetOptions } from '#shared/lib/http/json.ts';
import { resolveTarget } from '#shared/lib/transport/target.ts';

/** Asks the API as a guest; rejects unless the status is 200. `path`: with its query. */
export type Ask = (path: string) => Promise<unknown>;

const nowhere = 'http://localhost';
let ask: Ask = async (path) => {
  throw new Error(`${path}: nobody to ask while the app is built`);
};

/** Sets the function that answers from now on. */
export function answerWith(given: Ask): void {
  ask = given;
}

/** Reads a resource and checks it against its schema. */
export async function getJson<Schema extends z.ZodMiniType>(
  path: string,
  { schema, query }: GetOptions<Schema>,
): Promise<z.output<Schema>> {
  const { url } = resolveTarget(path, query, { api: '', accounts: '', origin: nowhere });
  const read = schema.safeParse(await ask(url));
  if (!read.success) throw new UnreadableAnswerError(`GET ${path}`, read.error);
  return read.data;
}

/** Prerendering a page changes nothing at the server. */
export function sendJson(method: string, path: string): never {
  throw new Error(`${method} ${path} by a page that is being made`);
}
