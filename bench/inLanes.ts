/** Results of many calls. `wholeMs`: from the first call to the last answer. `null`: they were one piece of work. */
export type Measured = {
  count: number;
  perSecond: number;
  p50Ms: number | null;
  p99Ms: number | null;
  failed: number;
  wholeMs: number;
};

/** Number of concurrent calls. */
const lanes = 8;

/** Runs all tasks of a list, several at the same time. A task answers whether it succeeded. */
export async function inLanes(works: readonly (() => Promise<boolean>)[]): Promise<Measured> {
  const times: number[] = [];
  let [next, failed] = [0, 0];
  const lane = async () => {
    for (let work = works[next++]; work; work = works[next++]) {
      const begun = performance.now();
      if (!(await work())) failed += 1;
      times.push(performance.now() - begun);
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: lanes }, lane));
  const seconds = (performance.now() - begun) / 1000;
  const sorted = times.sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    ...{ count: works.length, perSecond: works.length / seconds, wholeMs: seconds * 1000 },
    ...{ p50Ms: at(0.5), p99Ms: at(0.99), failed },
  };
}
