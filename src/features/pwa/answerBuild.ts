import { env } from '#shared/lib/env.ts';
import type { BuildAnswer, WorkerMessage } from '#shared/lib/worker/workerMessages.ts';

/** The worker keeps the files of a build as long as a page runs it, so pages say which one they run, from the start. */
export function answerBuildQuestions(): void {
  navigator.serviceWorker.addEventListener('message', (event: MessageEvent<WorkerMessage>) => {
    if (event.data?.type !== 'which-build') return;
    const answer: BuildAnswer = { build: env.buildId };
    event.ports[0]?.postMessage(answer);
  });
}
