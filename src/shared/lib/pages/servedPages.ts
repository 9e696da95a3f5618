import { patterns, type ServedPage, servedPages } from './pageTable.ts';

const addresses = servedPages.map((name) => ({
  name,
  address: new RegExp(`^${patterns[name].replace(':id', '[\\w-]+')}$`),
}));

/** The page at an address without a query, as it is written in links; `null`: none that the server makes. */
export function servedPageAt(pathname: string): ServedPage | null {
  return addresses.find(({ address }) => address.test(pathname))?.name ?? null;
}
