import type { Deps } from '../../deps.ts';
import { failureFields } from '../../failureText.ts';
import { runCards } from '../card/job.ts';
import { keepOpenWhileStopped } from '../subscription/keepOpen.ts';
import { sendPlanNotices } from '../subscription/notices.ts';
import { renewDue } from '../subscription/renew.ts';
import { runCommands } from './executor.ts';
import { expireDue } from './expire.ts';
import { matchParked } from './hints.ts';
import { askAgain, isHeld, noteMark } from './hold.ts';
import { onKick } from './kick.ts';
import { remindAtNight, runNight } from './nightly.ts';
import { observeDue } from './observe.ts';
import { probeGateway } from './probe.ts';
import { sendReminders } from './reminders.ts';

type Job = {
  name: string;
  /** Pause between two looks, milliseconds (money.md 4.20). */
  everyMs: number;
  run(deps: Deps, signal: AbortSignal): Promise<void>;
  /** Also runs when it is kicked, because somebody waits for it. */
  isKicked?: boolean;
  /** Also runs while everything is held back: it moves no money. */
  runsHeld?: boolean;
};

const minute = 60_000;
const jobs: readonly Job[] = [
  { name: 'commands', everyMs: 1000, run: runCommands, isKicked: true },
  { name: 'cards', everyMs: 1000, run: runCards, isKicked: true },
  { name: 'observe', everyMs: 5000, run: observeDue, isKicked: true },
  { name: 'expire', everyMs: minute, run: expireDue },
  { name: 'reminders', everyMs: minute, run: sendReminders },
  { name: 'renew', everyMs: minute, run: renewDue },
  { name: 'plan_notices', everyMs: minute, run: sendPlanNotices },
  { name: 'keep_open', everyMs: 10 * minute, run: keepOpenWhileStopped, runsHeld: true },
  { name: 'park_match', everyMs: 10 * minute, run: matchParked },
  { name: 'night', everyMs: minute, run: runNight },
  { name: 'operator', everyMs: minute, run: remindAtNight, runsHeld: true },
  { name: 'mark', everyMs: minute, run: noteMark },
  { name: 'probe', everyMs: minute, run: probeGateway },
  { name: 'hold', everyMs: minute, run: askAgain, runsHeld: true },
];

/** Runs one job at a time, and once more when it was kicked meanwhile. */
function loop(deps: Deps, job: Job, signal: AbortSignal) {
  let running: Promise<void> | null = null;
  let isWanted = false;
  const once = async () => {
    do {
      isWanted = false;
      if (job.runsHeld || !(await isHeld(deps.db))) await job.run(deps, signal);
    } while (isWanted && !signal.aborted);
  };
  const look = () => {
    if (signal.aborted) return;
    isWanted = true;
    running ??= once()
      .catch((error: unknown) =>
        deps.log.error('money_job_failed', { job: job.name, ...failureFields(error) }),
      )
      .finally(() => {
        running = null;
      });
  };
  return { look, ended: () => running };
}

/**
 * Runs the automatic jobs of money: commands are sent, unknown results searched for, slips ended. Safe with several
 * processes on one database. Answers how to stop; stopping waits for calls that are under way, and stores their
 * replies.
 */
export function moneyRegularly(deps: Deps): () => Promise<void> {
  const stop = new AbortController();
  const running = jobs.map((job) => ({ job, ...loop(deps, job, stop.signal) }));
  const timers = running.map(({ job, look }) => setInterval(look, job.everyMs));
  for (const timer of timers) timer.unref();
  const kicks = running
    .filter(({ job }) => job.isKicked)
    .map(({ look }) => onKick(deps, () => setImmediate(look)));
  return async () => {
    for (const timer of timers) clearInterval(timer);
    for (const off of kicks) off();
    stop.abort();
    await Promise.all(running.map(({ ended }) => ended()));
  };
}
