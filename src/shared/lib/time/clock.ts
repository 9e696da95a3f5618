let source: () => number = () => Date.now();

/** The present moment in epoch milliseconds. */
export function now(): number {
  return source();
}

/** Replaces the clock, for tests. @returns a function that restores the former one. */
export function setClock(next: () => number): () => void {
  const former = source;
  source = next;
  return () => {
    source = former;
  };
}
