/** A step of a browser test as the runner records it, with the steps inside it; `duration` in ms. */
export type Step = { category: string; title: string; duration: number; steps: Step[] };

/** How long steps of a kind took together, ms, and how many there were. */
export type Cost = { ms: number; times: number };

/** A test's result: its file, and how long it took with everything it needed, ms. */
export type Timed = { file: string; duration: number };

/**
 * What the seconds of a browser test are spent on. The first kind that fits a step takes its whole time; the steps
 * inside it are not counted again.
 */
const kinds: [name: string, fits: (step: Step) => boolean][] = [
  // What is typed and pressed there; the page after it is opened by the app.
  ['log in', ({ title }) => title === 'log in' || /login-(id|password|submit)/.test(title)],
  ['axe', ({ category, title }) => category === 'test.step' && title === 'axe'],
  // What a worker process has for all its tests is a server, or what one is made of.
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

/** Adds up how long steps took, by kind of cost; `sums` is what was added up before, and is changed. */
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

/** The files that took longest, ms, the dearest first. */
export function dearestFiles(results: readonly Timed[], most: number): [file: string, ms: number][] {
  const files = new Map<string, number>();
  for (const { file, duration } of results) files.set(file, (files.get(file) ?? 0) + duration);
  return [...files].sort(([, a], [, b]) => b - a).slice(0, most);
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`.padStart(9);

/** Where the time of a run went, for people: kinds of cost, then its 20 dearest files, each the dearest first. */
export function costLines(costs: Record<string, Cost>, results: readonly Timed[]): string[] {
  const all = results.reduce((sum, { duration }) => sum + duration, 0);
  const known = Object.values(costs).reduce((sum, { ms }) => sum + ms, 0);
  const sorted = Object.entries(costs).sort(([, a], [, b]) => b.ms - a.ms);
  return [
    'seconds of the test workers, by kind of cost:',
    ...sorted.map(([kind, { ms, times }]) => `${seconds(ms)} ${kind} (${times})`),
    `${seconds(Math.max(0, all - known))} everything else`,
    'the dearest files:',
    ...dearestFiles(results, 20).map(([file, ms]) => `${seconds(ms)} ${file}`),
  ];
}
