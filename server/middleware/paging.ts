import * as z from 'zod/mini';
import { pageSize } from '../db/paging.ts';

/**
 * `page` of a list's query. Anything but a whole number from 1 is 400 `validation`, not 404: for a 404 of a page's main
 * resource the app shows its not-found screen (session.md 11.4), but the list itself exists.
 */
export const pageField = z._default(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,5}$/)),
    z.transform((text: string) => Number(text)),
  ),
  1,
);

/** The envelope of a paged answer without its results (specification.md 3). */
export type Envelope = {
  count: number;
  current_page: number;
  max_page: number;
  next: string | null;
  previous: string | null;
};

/**
 * The envelope of page `page` of `count` entries. Links are root-relative, because a server behind a proxy may not know
 * its own address; they keep the whole query of `url`. A page after the last one is an empty page whose `previous`
 * leads to the last, because lists may shrink while people read them.
 */
export function envelope(url: string, page: number, count: number): Envelope {
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  const max = Math.max(1, Math.ceil(count / pageSize));
  const link = (to: number) => {
    searchParams.set('page', String(to));
    return `${pathname}?${searchParams}`;
  };
  return {
    count,
    current_page: page,
    max_page: max,
    next: page < max ? link(page + 1) : null,
    previous: page > 1 ? link(Math.min(page - 1, max)) : null,
  };
}
