import { useEffect, useState } from 'react';

/**
 * True once the component has been on screen for `ms`. Loading shows its skeleton after 200 ms and offers a reload
 * after 10 s (product.md 2.0.2).
 */
export function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return passed;
}
