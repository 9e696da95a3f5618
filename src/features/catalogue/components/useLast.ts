import { useEffect, useState } from 'react';

/** The last known value: filter choices come with every page of a list and stay while the next page is loading. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  useEffect(() => {
    if (value !== undefined) setLast(value);
  }, [value]);
  return value ?? last;
}
