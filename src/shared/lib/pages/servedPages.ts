import { patterns, type ServedPage, servedPages } from './pageTable.ts';

const addresses = servedPages.map((name) => ({
  name,
  address: new RegExp(`^${patterns[name].replace(':id', '[\\w-]+')}$`),
}));

/** The served page of an address without a query, as written in links; `null`: there is none. */
export function servedPageAt(pathname: string): ServedPage | null {
  return addresses.find(({ address }) => address.test(pathname))?.name ?? null;
}
