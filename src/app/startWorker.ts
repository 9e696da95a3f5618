import { answerBuildQuestions } from '#features/pwa/answerBuild.ts';
import { env } from '#shared/lib/env.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';

/** Brings the worker in, after everything the first view needs has loaded; what registers it comes as late. */
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
