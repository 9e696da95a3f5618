/**
 * Keys under which the server keeps its answers (product.md 3.1): the same content sent again, because no answer came,
 * has the same key and is done once; other content has another one.
 */
export function createSubmissionKey() {
  let last: { key: string; content: string } | null = null;
  return {
    keyFor(body: unknown): string {
      const content = JSON.stringify(body);
      if (last?.content !== content) last = { key: crypto.randomUUID(), content };
      return last.key;
    },
    /** The answer has come: the same content again is meant to be done again. */
    arrived(): void {
      last = null;
    },
  };
}
