import { Workbox } from 'workbox-window';
import { env } from '#shared/lib/env.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { now } from '#shared/lib/time/clock.ts';
import { pause } from '#shared/lib/time/pause.ts';
import { isLineSpared } from '#shared/lib/transport/sparedLine.ts';
import type { PageMessage } from '#shared/lib/worker/workerMessages.ts';
import { findUpdate } from './checkUpdate.ts';
import { noteTakeOver, noteUrgent, noteWaiting, onApply, resumeUpdate } from './updates.ts';
import { workerUrl } from './workerUrl.ts';

/** How often a page that stays open looks for a newer version, ms; when it comes back to the front, no more often. */
const checkEveryMs = 60 * 60 * 1000;
const checkOnReturnMs = 5 * 60 * 1000;
/** A first installation that the network breaks off is begun again after this, then after twice as long and so on, ms. */
const installAgainMs = 30 * 1000;
const longestPauseMs = 10 * 60 * 1000;

/**
 * Registers the worker. Called after the page has loaded so that it costs the first view nothing; nothing on the way
 * to the first screen waits for it (offline.md 3.21).
 */
export async function registerWorker(): Promise<void> {
  let hadWorker = navigator.serviceWorker.controller !== null;
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    noteTakeOver(!hadWorker);
    hadWorker = true;
  });
  const { workbox, registration } = await installed();
  onApply(() => workbox.messageSkipWaiting());
  watchForNewer(registration);
  resumeUpdate(registration.waiting !== null);
  lookForUpdates(workbox);
  const { active } = registration;
  if (!active) return;
  if (!navigator.serviceWorker.controller) tell(active, { type: 'claim' });
  warmWhenIdle(active);
}

/**
 * Registers until there is a worker that runs. The browser tries a first installation that has failed again only when
 * the next page is opened, and until then this one would keep nothing: no page for offline, no lesson.
 */
async function installed(): Promise<{ workbox: Workbox; registration: ServiceWorkerRegistration }> {
  for (let pauseMs = installAgainMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const workbox = new Workbox(workerUrl(), { scope: '/' });
    const registration = await workbox.register({ immediate: true }).catch((error: unknown) => {
      console.warn('worker: not registered', error);
    });
    if (registration && (await isInstalled(registration))) return { workbox, registration };
    await pause(pauseMs);
  }
}

/** Whether a worker runs, once an installation that is under way has ended. */
async function isInstalled(registration: ServiceWorkerRegistration): Promise<boolean> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  const hasEnded = () => !worker || registration.active !== null || worker.state === 'redundant';
  await new Promise<void>((resolve) => {
    const look = () => hasEnded() && resolve();
    worker?.addEventListener('statechange', look);
    look();
  });
  return registration.active !== null;
}

/**
 * Notices each newer worker that has been installed beside one that runs. Not by the event `waiting` of
 * workbox-window: it follows one update a page, and after one that failed, in the middle of a deployment, no later one would be offered.
 */
function watchForNewer(registration: ServiceWorkerRegistration): void {
  const look = () => {
    if (!registration.waiting || !registration.active) return;
    noteWaiting();
    void findUpdate(env.buildId).then((update) => {
      if (update?.isUrgent) noteUrgent();
    });
  };
  const follow = () => registration.installing?.addEventListener('statechange', look);
  registration.addEventListener('updatefound', follow);
  // Or the browser found it before this page listened.
  follow();
  look();
}

/** At the start the browser itself looks; then each hour, and when the page comes back after a while. */
function lookForUpdates(workbox: Workbox): void {
  let last = now();
  const look = () => {
    last = now();
    findUpdate(env.buildId)
      .then((update) => (update ? workbox.update() : undefined))
      .catch((error: unknown) => console.warn('worker: no update', error));
  };
  setInterval(look, checkEveryMs);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && now() - last > checkOnReturnMs) look();
  });
}

/** The rest of the app comes when there is nothing better to do, and not on a line that is to be spared. */
function warmWhenIdle(active: ServiceWorker): void {
  if (isLineSpared()) return;
  whenIdle(() => tell(active, { type: 'warm' }));
}

function tell(active: ServiceWorker, message: PageMessage): void {
  active.postMessage(message);
}
