import { env } from '#shared/lib/env.ts';
import type { BuildAnswer, WorkerMessage } from '#shared/lib/worker/workerMessages.ts';

/**
 * The worker keeps the files of a build as long as a page runs it. So every page answers, from its start, when the
 * worker asks which build it runs.
 */
export function answerBuildQuestions(): void {
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<WorkerMessage>) => {
    if (event.data?.type !== 'which-build') return;
    const answer: BuildAnswer = { build: env.buildId };
    event.ports[0]?.postMessage(answer);
  });
}
