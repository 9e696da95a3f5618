/**
 * Building blocks of every contract: how the app reads what a server sends.
 *
 * The specification leaves most fields open and any backend may answer, so reading is tolerant: a missing or wrong
 * field becomes its empty value, and a broken list entry is left out. A value is unreadable only if it lacks something
 * that a screen needs (an id). Inputs that the server receives use the strict builders of zod instead.
 */
import * as z from 'zod/mini';

/** An identifier. Servers send numbers or strings; inside the app it is always a string. */
export const id = z.pipe(
  z.union([z.string().check(z.minLength(1)), z.number()]),
  z.transform((value) => String(value)),
);

/** Text that may be missing: then empty. */
export const text = z.catch(z.string(), '');
/** Text that may be missing: then `null`. */
export const textOrNull = z.catch(z.nullable(z.string()), null);
/** A number that may be missing: then 0. */
export const count = z.catch(z.number(), 0);
/** A number that may be missing: then `null`. */
export const numberOrNull = z.catch(z.nullable(z.number()), null);
/** A flag that may be missing: then `false`. */
export const flag = z.catch(z.boolean(), false);
/** An identifier that may be missing: then `null`. */
export const idOrNull = z.catch(z.nullable(id), null);

/**
 * A list without its unreadable entries; anything that is not a list becomes the empty list. It keeps `item`, so that
 * the API description can say what the list contains.
 */
export function list<Item extends z.ZodMiniType>(item: Item) {
  const schema = z.pipe(
    z.catch(z.array(z.unknown()), []),
    z.transform((entries: unknown[]): z.output<Item>[] =>
      entries.flatMap((entry) => {
        const read = item.safeParse(entry);
        return read.success ? [read.data] : [];
      }),
    ),
  );
  return Object.assign(schema, { item });
}

/** An object that may be missing or unreadable: then `null`. */
export function orNull<Shape extends z.ZodMiniType>(shape: Shape) {
  return z.catch(z.nullable(shape), null);
}

/** ISO 8601 time with offset, strict; for what the server receives. */
export const isoTime = z.iso.datetime({ offset: true });
