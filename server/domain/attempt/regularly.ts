import { randomUUID } from 'node:crypto';
import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { dropUnpaid } from '../exam/fee.ts';
import { makeDueCohorts, runExamJobs } from '../examResult/jobs.ts';
import { drawDuePapers } from '../examResult/paper.ts';
import { runRegrade } from '../examResult/regradeJob.ts';
import { endDueAttempts } from './autoSubmit.ts';
import { beat, beatMs } from './outages.ts';

type Job = { name: string; everyMs: number; run(deps: Deps): Promise<unknown> };

const jobs: readonly Job[] = [
  { name: 'auto_submit', everyMs: 15_000, run: endDueAttempts },
  { name: 'jobs', everyMs: 5_000, run: runExamJobs },
  { name: 'papers', everyMs: 2_000, run: (deps) => drawDuePapers(deps) },
  { name: 'regrade', everyMs: 5_000, run: runRegrade },
  { name: 'cohorts', everyMs: 60_000, run: makeDueCohorts },
  { name: 'unpaid', everyMs: 60_000, run: dropUnpaid },
];

/** Runs a job again and again, one run at a time. Answers how to stop; stopping waits for the run that is under way. */
function repeat(deps: Deps, { name, everyMs, run }: Job): () => Promise<void> {
  let running: Promise<void> | null = null;
  const look = () => {
    running ??= run(deps)
      .catch((error: unknown) =>
        deps.log.error('exam_regularly_failed', { job: name, ...failureFields(error) }),
      )
      .then(() => {
        running = null;
      });
  };
  const timer = setInterval(look, everyMs);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await running;
  };
}

/**
 * Starts the automatic jobs of exams: beats, ends, marks, corrections, cohorts. The first beat comes before everything
 * else, so that the time of an outage is given back before it can end anybody's attempt (exams.md 3.7). Answers how to
 * stop.
 */
export async function examsRegularly(deps: Deps): Promise<() => Promise<void>> {
  const process = randomUUID();
  const beating = { name: 'beat', everyMs: beatMs, run: (from: Deps) => beat(from, process) };
  await beat(deps, process).catch((error: unknown) =>
    deps.log.error('exam_regularly_failed', { job: 'beat', ...failureFields(error) }),
  );
  const stops = [beating, ...jobs].map((job) => repeat(deps, job));
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}
