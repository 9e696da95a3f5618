import { answerBuildQuestions } from '#features/pwa/answerBuild.ts';
import { env } from '#shared/lib/env.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';

/** Loads the worker after everything the first view needs; the code that registers it is loaded just as late. */
export function startWorker(): void {
  if (!('serviceWorker' in navigator) || env.buildId === 'dev') return;
  answerBuildQuestions();
  const start = () => {
    import('#features/pwa/registerWorker.ts')
      .then(({ registerWorker }) => registerWorker())
      .catch((error: unknown) => console.warn('worker: not registered', error));
  };
  if (document.readyState === 'complete') whenIdle(start);
  else addEventListener('load', () => whenIdle(start), { once: true });
}
