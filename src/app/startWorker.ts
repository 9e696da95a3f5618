import { answerBuildQuestions } from '#features/pwa/answerBuild.ts';
import { env } from '#shared/lib/env.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { pause } from '#shared/lib/time/pause.ts';

/** A picture that never arrives delays the page's `load` for ever; the worker waits no longer than this, ms. */
const longestLoadMs = 20_000;

/** Loads the worker after everything the first view needs; the code that registers it is loaded just as late. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator) || env.buildId === 'dev') return;
  answerBuildQuestions();
  const start = () => {
    import('#features/pwa/registerWorker.ts')
      .then(({ registerWorker }) => registerWorker())
      .catch((error: unknown) => console.warn('worker: not registered', error));
  };
  void Promise.race([isLoaded(), pause(longestLoadMs)]).then(() => whenIdle(start));
}

function isLoaded(): Promise<unknown> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}
