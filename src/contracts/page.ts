import * as z from 'zod/mini';
import { count, list, numberOrNull, textOrNull } from './wire.ts';

/**
 * A paged answer (specification.md 3 and 7; product.md 3.1). Lists may lack `current_page` and `max_page`, so no screen
 * may require them. An empty answer (204, `null`, `{}`, no `results`) is read as the empty page (session.md 10.10).
 */
export function pageOf<Item extends z.ZodMiniType>(item: Item) {
  return z.object({
    count,
    current_page: numberOrNull,
    max_page: numberOrNull,
    /** Link to the next page, absolute or relative; only its query is used. */
    next: textOrNull,
    previous: textOrNull,
    results: list(item),
  });
}

/** Any page, whatever its entries. */
export type Page<Item> = {
  count: number;
  current_page: number | null;
  max_page: number | null;
  next: string | null;
  previous: string | null;
  results: Item[];
};
