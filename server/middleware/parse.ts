import type { MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import type { AppContext, AppEnv } from '../deps.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { fieldMessages } from './fieldMessages.ts';
import { assertStorable } from './storable.ts';

type Parsed<Target extends string, Schema extends z.ZodMiniType> = MiddlewareHandler<
  AppEnv,
  string,
  { in: { [key in Target]: z.input<Schema> }; out: { [key in Target]: z.output<Schema> } }
>;

const notJson = () => new ApiError(400, 'validation', '送信された内容を読み取れませんでした。');

/** JSON must be UTF-8 (RFC 8259). Decoded leniently, other bytes would be stored as � in place of the real text. */
const utf8 = new TextDecoder('utf-8', { fatal: true });

async function readJson(request: AppContext['req']): Promise<unknown> {
  const type = request.header('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw notJson();
  const bytes = await request.arrayBuffer();
  let [json, body]: [string, unknown] = ['', null];
  try {
    json = utf8.decode(bytes);
    body = JSON.parse(json);
  } catch {
    throw notJson();
  }
  assertStorable(json, body);
  return body;
}

/** Reads the JSON body by a contract; read it with `c.req.valid('json')`. 400 `validation` with `fields`. */
export function body<Schema extends z.ZodMiniType>(schema: Schema): Parsed<'json', Schema> {
  return async (c, next) => {
    const read = schema.safeParse(await readJson(c.req));
    if (!read.success) throw invalid(fieldMessages(read.error.issues));
    c.req.addValidatedData('json', read.data as object);
    await next();
  };
}

/** Query as an object: `a[]=1&a[]=2` is a list `a`; empty values count as absent (specification.md 5). */
export function queryObject(url: string): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {};
  for (const [name, value] of new URL(url, 'http://localhost').searchParams) {
    if (value === '') continue;
    if (!name.endsWith('[]')) values[name] = value;
    else values[name.slice(0, -2)] = [...((values[name.slice(0, -2)] as string[] | undefined) ?? []), value];
  }
  return values;
}

/** Reads the query by a schema of strings; read it with `c.req.valid('query')`. 400 `validation` with `fields`. */
export function query<Schema extends z.ZodMiniType>(schema: Schema): Parsed<'query', Schema> {
  return async (c, next) => {
    const read = schema.safeParse(queryObject(c.req.url));
    if (!read.success) throw invalid(fieldMessages(read.error.issues));
    c.req.addValidatedData('query', read.data as object);
    await next();
  };
}

/** Reads path parameters; a value that cannot be an id is 404. Read with `c.req.valid('param')`. */
export function params<Schema extends z.ZodMiniType>(schema: Schema): Parsed<'param', Schema> {
  return async (c, next) => {
    const read = schema.safeParse(c.req.param());
    if (!read.success) throw notFound();
    c.req.addValidatedData('param', read.data as object);
    await next();
  };
}

/** A path or query value that is the number of a row (1 to 2^31-1). */
export const rowId = z.pipe(
  z.string().check(z.regex(/^[1-9]\d{0,9}$/)),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.int().check(z.maximum(2_147_483_647)),
  ),
);
