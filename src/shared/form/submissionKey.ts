/**
 * Idempotency keys, under which the server stores its answers (product.md 3.1). The same content sent again, because no
 * answer came, has the same key and is processed once; other content has a new key.
 */
export function createSubmissionKey() {
  let last: { key: string; content: string } | null = null;
  return {
    keyFor(body: unknown): string {
      const content = JSON.stringify(body);
      if (last?.content !== content) last = { key: crypto.randomUUID(), content };
      return last.key;
    },
    /** The answer has come: the same content sent again gets a new key. */
    arrived(): void {
      last = null;
    },
  };
}
