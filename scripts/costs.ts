/** A step of a browser test as the runner records it, with its nested steps; `duration` in ms. */
export type Step = { category: string; title: string; duration: number; steps: Step[] };

/** Total time of a kind of step, ms, and the number of steps. */
export type Cost = { ms: number; times: number };

/** Result of a test: its file, and its duration including setup, ms. */
export type Timed = { file: string; duration: number };

/**
 * Kinds of cost in a browser test. The first matching kind takes the whole time of a step; nested steps are not counted
 * again.
 */
const kinds: [name: string, fits: (step: Step) => boolean][] = [
  // Typing and pressing on the login page; the app itself opens the next page.
  ['log in', ({ title }) => title === 'log in' || /login-(id|password|submit)/.test(title)],
  ['axe', ({ category, title }) => category === 'test.step' && title === 'axe'],
  // A worker process shares a server, or the data to make one, among its tests.
  [
    'start server',
    ({ category, title }) => category === 'fixture' && /"(shared\w+|world|probeBuild)"/.test(title),
  ],
  [
    'open page',
    ({ category, title }) => category === 'pw:api' && /^(Navigate|Reload|Go (back|forward))/.test(title),
  ],
  ['open browser', ({ category, title }) => category === 'pw:api' && /^(Launch|Create|Close) /.test(title)],
  [
    'wait for what shows',
    ({ category, title }) => category === 'expect' || (category === 'pw:api' && title.startsWith('Wait ')),
  ],
];

/** Adds up the durations of steps by kind of cost; `sums` has earlier totals and is changed. */
export function addCosts(steps: readonly Step[], sums: Record<string, Cost> = {}): Record<string, Cost> {
  for (const step of steps) {
    const kind = kinds.find(([, fits]) => fits(step))?.[0];
    if (!kind) {
      addCosts(step.steps, sums);
      continue;
    }
    const { ms, times } = sums[kind] ?? { ms: 0, times: 0 };
    sums[kind] = { ms: ms + step.duration, times: times + 1 };
  }
  return sums;
}

/** The files with the longest total time, ms, longest first. */
export function dearestFiles(results: readonly Timed[], most: number): [file: string, ms: number][] {
  const files = new Map<string, number>();
  for (const { file, duration } of results) files.set(file, (files.get(file) ?? 0) + duration);
  return [...files].sort(([, a], [, b]) => b - a).slice(0, most);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9);

/**
 * A readable summary of the time of a run: kinds of cost of the browser's tests, then the 20 slowest files, longest first.
 * `others`: files of the other runners, for which there are no kinds.
 */
export function costLines(
  costs: Record<string, Cost>,
  results: readonly Timed[],
  others: readonly Timed[] = [],
): string[] {
  const all = results.reduce((sum, { duration }) => sum + duration, 0);
  const known = Object.values(costs).reduce((sum, { ms }) => sum + ms, 0);
  const sorted = Object.entries(costs).sort(([, a], [, b]) => b.ms - a.ms);
  return [
    'seconds of the browser tests, by kind of cost:',
    ...sorted.map(([kind, { ms, times }]) => `${seconds(ms)} ${kind} (${times})`),
    `${seconds(Math.max(0, all - known))} everything else`,
    'the dearest files:',
    ...dearestFiles([...results, ...others], 20).map(([file, ms]) => `${seconds(ms)} ${file}`),
  ];
}
