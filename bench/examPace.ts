/** How calls went that began at planned moments. `wholeMs`: from the first plan to the last answer. */
type Paced = {
  count: number;
  wholeMs: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  failed: number;
};

const shareOf = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * Begins each work at its moment, whether or not those before have an answer: as many people do who know nothing of each
 * other. What a call had to wait counts from its moment on. `at`: of the n-th work, ms from now. A work answers whether it
 * went well.
 */
export async function paced(
  works: readonly (() => Promise<boolean>)[],
  at: (n: number) => number,
): Promise<Paced> {
  const begun = performance.now();
  const times: number[] = [];
  let failed = 0;
  await Promise.all(
    works.map(async (work, n) => {
      const planned = begun + at(n);
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, planned - performance.now())));
      if (!(await work())) failed += 1;
      times.push(performance.now() - planned);
    }),
  );
  const wholeMs = performance.now() - begun;
  times.sort((one, other) => one - other);
  const [p50Ms, p95Ms, p99Ms] = [0.5, 0.95, 0.99].map((share) => shareOf(times, share)) as [
    number,
    number,
    number,
  ];
  return { count: works.length, wholeMs, p50Ms, p95Ms, p99Ms, failed };
}
