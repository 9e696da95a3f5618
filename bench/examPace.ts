import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';

/**
 * Results of calls that started at planned moments. `wholeMs`: from the first planned start to the last answer.
 * `lateP99Ms`: how late this process itself started its calls.
 */
export type Paced = {
  count: number;
  wholeMs: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  failed: number;
  lateP99Ms: number;
};

/** Longest that calls are started without a look at what has been answered meanwhile, ms. */
const turnMs = 5;

const shareOf = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

/**
 * Starts each task at its planned moment, whether or not earlier ones have an answer, as independent users do. Waiting
 * time counts from the planned moment. `at`: moment of the n-th task, ms from now. A task answers whether it succeeded.
 * `isOver`: no further task is started.
 */
export async function paced(
  works: readonly (() => Promise<boolean>)[],
  at: (n: number) => number,
  isOver: () => boolean = () => false,
): Promise<Paced> {
  const plan = works.map((work, n) => ({ work, at: at(n) })).sort((one, other) => one.at - other.at);
  const times: number[] = [];
  const late: number[] = [];
  let failed = 0;
  const run = async (work: () => Promise<boolean>, planned: number) => {
    late.push(performance.now() - planned);
    if (!(await work())) failed += 1;
    times.push(performance.now() - planned);
  };
  const running: Promise<void>[] = [];
  const begun = performance.now();
  let turned = begun;
  for (const { work, at: after } of plan) {
    const wait = begun + after - performance.now();
    if (wait > 0) await pause(wait);
    else if (performance.now() - turned > turnMs) await nextTurn();
    else {
      running.push(run(work, begun + after));
      continue;
    }
    turned = performance.now();
    if (isOver()) break;
    running.push(run(work, begun + after));
  }
  await Promise.all(running);
  const wholeMs = performance.now() - begun;
  times.sort((one, other) => one - other);
  late.sort((one, other) => one - other);
  return {
    ...{ count: times.length, wholeMs, failed, lateP99Ms: shareOf(late, 0.99) },
    ...{ p50Ms: shareOf(times, 0.5), p95Ms: shareOf(times, 0.95), p99Ms: shareOf(times, 0.99) },
  };
}
