let source: () => number = () => Date.now();

/** The present moment in epoch milliseconds. */
export function now(): number {
  return source();
}

/** Puts another clock in place, for tests. @returns puts the former one back. */
export function setClock(next: () => number): () => void {
  const former = source;
  source = next;
  return () => {
    source = former;
  };
}
