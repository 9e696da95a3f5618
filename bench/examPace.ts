/** Results of calls that started at planned moments. `wholeMs`: from the first planned start to the last answer. */
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
 * Starts each task at its planned moment, whether or not earlier ones have an answer, as independent users do. Waiting
 * time counts from the planned moment. `at`: moment of the n-th task, ms from now. A task answers whether it succeeded.
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
