import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceTimes } from './examDeviceWorks.ts';

/** Work of a device: on this machine, and `slowdown` times slower as the bars mean it. Milliseconds. */
type DeviceWork = { name: string; ms: number; slowedMs: number; goalMs: number };

/** How much slower the phone of exams.md 8 is. */
export const slowdown = 4;
/** How long the process runs between two stops, ms. */
const runMs = 10;

async function work(child: ChildProcess): Promise<DeviceTimes> {
  const answer = once(child, 'message');
  child.send('work');
  return ((await answer) as [DeviceTimes])[0];
}

/**
 * Stops the process again and again, so that all its threads have one part in `slowdown` of the time. The browser's own
 * throttling would slow down the page alone and not the threads that decrypt for it.
 */
async function slowed(child: ChildProcess): Promise<DeviceTimes> {
  const worked = work(child);
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  worked.then(end, end);
  while (!isOver) {
    child.kill('SIGSTOP');
    await pause((slowdown - 1) * runMs);
    child.kill('SIGCONT');
    await pause(runMs);
  }
  return worked;
}

/** Each time in a new process: on a device everything is done for the first time, too. */
async function inOwnProcess(run: (child: ChildProcess) => Promise<DeviceTimes>): Promise<DeviceTimes> {
  const child = fork(join(import.meta.dirname, 'examDeviceWorks.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  });
  try {
    return await run(child);
  } finally {
    child.kill();
  }
}

/** Rows of exams.md 8 for work on the device. */
export async function measureExamDevice(): Promise<DeviceWork[]> {
  const [plain, slow] = [await inOwnProcess(work), await inOwnProcess(slowed)];
  return [
    { name: 'pack of 20 MB opened', ms: plain.pack, slowedMs: slow.pack, goalMs: 1_500 },
    { name: 'replay of 20 000 reviews', ms: plain.replay, slowedMs: slow.replay, goalMs: 1_000 },
  ];
}
