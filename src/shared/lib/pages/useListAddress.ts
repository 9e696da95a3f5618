import { useSearchParams } from 'react-router-dom';
import { readListQuery, writeListQuery } from './listParams.ts';

/** The page of a server's list that the address bar names, and how to go to another one. */
export type ListAddress = {
  query: string;
  /** Goes to the page of a `next` or `previous`; `null` if the server names none. */
  turn: (to: string | null) => (() => void) | null;
};

/** The page of a list in the address bar, see listParams.ts. `first`: query of the first page. */
export function useListAddress(first: string): ListAddress {
  const [address, setAddress] = useSearchParams();
  return {
    query: readListQuery(address, first),
    turn: (to) => (to === null ? null : () => setAddress(writeListQuery(address, to, first))),
  };
}
