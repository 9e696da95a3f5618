import { createObservable } from '#shared/lib/observable/observable.ts';
import type { PageMessage, WarmAnswer } from '#shared/lib/worker/workerMessages.ts';

/** Longest wait for the worker's answer, ms; it may have to fetch the rest of the app first. */
const patienceMs = 120_000;

/** How long a first visit waits for the worker to be installed, ms. */
const installMs = 20_000;

async function activeWorker(): Promise<ServiceWorker | null> {
  if (!('serviceWorker' in navigator)) return null;
  const tooLong = new Promise<null>((resolve) => setTimeout(() => resolve(null), installMs));
  return (await Promise.race([navigator.serviceWorker.ready, tooLong]))?.active ?? null;
}

async function ask(message: PageMessage): Promise<WarmAnswer | null> {
  const active = await activeWorker();
  if (!active) return null;
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), patienceMs);
    port1.onmessage = (event: MessageEvent<WarmAnswer>) => {
      clearTimeout(timer);
      port1.close();
      resolve(event.data);
    };
    active.postMessage(message, [port2]);
  });
}

/** Whether every file of the app was on the device at the last check; `null`: not checked yet. */
export const appWhole = createObservable<boolean | null>(null);

/**
 * Whether every file of the app itself is on the device: scripts, styles, pdf.js with its maps, fonts (offline.md 2.1).
 */
export async function isAppWhole(): Promise<boolean> {
  const isWhole = (await ask({ type: 'check-app' }))?.missing === 0;
  appWhole.set(isWhole);
  return isWhole;
}

/** Fetches the missing files of the app; returns whether it is complete now. */
export async function completeApp(): Promise<boolean> {
  if (await isAppWhole()) return true;
  await ask({ type: 'warm' });
  return isAppWhole();
}
