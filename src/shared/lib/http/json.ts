import type * as z from 'zod/mini';
import { UnreadableAnswerError } from '../errors.ts';
import type { WhileMaintenance } from '../transport/exchange.ts';
import type { Query } from '../transport/query.ts';
import { type RequestResult, request } from './request.ts';

/** Options for reading a resource. */
export type GetOptions<Schema extends z.ZodMiniType> = {
  query?: Query;
  schema: Schema;
  slot?: string;
  signal?: AbortSignal;
  isReload?: boolean;
  /** `stay` if a stored copy can be shown instead (session.md 15.3). */
  whileMaintenance?: WhileMaintenance;
  headers?: Record<string, string>;
};

/** Options for sending a change. Without a schema the answer is not read. */
export type SendOptions<Schema extends z.ZodMiniType> = {
  body?: unknown;
  query?: Query;
  schema?: Schema;
  /** UUID under which the server stores its answer (product.md 3.1). */
  idempotencyKey?: string;
  signal?: AbortSignal;
  whileMaintenance?: WhileMaintenance;
  headers?: Record<string, string>;
};

/** An empty answer is read as the empty object, which gives lists their empty shape (session.md 10.10). */
function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  call: string,
  result: RequestResult,
): z.output<Schema> {
  const read = schema.safeParse(result.data ?? {});
  if (!read.success) throw new UnreadableAnswerError(call, read.error);
  return read.data;
}

/**
 * Reads a resource by its contract.
 *
 * @throws what `request` throws, and UnreadableAnswerError.
 */
export async function getJson<Schema extends z.ZodMiniType>(
  path: string,
  { schema, ...options }: GetOptions<Schema>,
): Promise<z.output<Schema>> {
  return parse(schema, `GET ${path}`, await request({ path, ...options }));
}

/**
 * Sends a change. Answers the parsed answer, or `undefined` without a schema.
 *
 * @throws what `request` throws, and UnreadableAnswerError.
 */
export async function sendJson<Schema extends z.ZodMiniType = z.ZodMiniType<undefined>>(
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { schema, idempotencyKey, headers: own, ...options }: SendOptions<Schema> = {},
): Promise<z.output<Schema>> {
  const headers = { ...own, ...(idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {}) };
  const result = await request({ method, path, headers, ...options });
  return (schema ? parse(schema, `${method} ${path}`, result) : undefined) as z.output<Schema>;
}
