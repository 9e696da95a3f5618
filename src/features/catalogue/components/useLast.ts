import { useEffect, useState } from 'react';

/** What was there last: choices come with every page of a list and stay while the next one is on its way. */
export function useLast<T>(value: T | undefined): T | undefined {
  const [last, setLast] = useState(value);
  useEffect(() => {
    if (value !== undefined) setLast(value);
  }, [value]);
  return value ?? last;
}
