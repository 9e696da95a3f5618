import { Workbox } from 'workbox-window';
import { isLineSpared } from '#shared/lib/account/isLineSpared.ts';
import { env } from '#shared/lib/env.ts';
import { whenIdle } from '#shared/lib/loading/idle.ts';
import { now } from '#shared/lib/time/clock.ts';
import { pause } from '#shared/lib/time/pause.ts';
import type { PageMessage } from '#shared/lib/worker/workerMessages.ts';
import { findUpdate } from './checkUpdate.ts';
import { noteTakeOver, noteUrgent, noteWaiting, onApply, resumeUpdate } from './updates.ts';
import { workerUrl } from './workerUrl.ts';

/**
 * How often an open page looks for a newer version, ms. Below: the shortest time between two looks when the page comes
 * back to the front.
 */
const checkEveryMs = 60 * 60 * 1000;
const checkOnReturnMs = 5 * 60 * 1000;
/** A first installation that fails is repeated after this time, ms; the pause doubles each time. */
const installAgainMs = 30 * 1000;
const longestPauseMs = 10 * 60 * 1000;
/** The pauses before each further request to take this page over, ms: a request can be lost while the worker starts. */
const claimAgainMs = [0, 1000, 5000, 30_000];
/** How often an installation under way is looked at, beside its events: an event can be lost. */
const lookMs = 2000;

/**
 * Registers the worker. It is called after the page has loaded, so that it does not slow down the first view; nothing
 * needed for the first screen waits for it (offline.md 3.21).
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
  warmWhenIdle(active);
  await askToBeServed(active);
}

/**
 * Registers until a worker runs. The browser itself repeats a failed first installation only when the next page is
 * opened. Until then this page could store nothing: no offline page, no lesson.
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

/** Whether a worker runs, after waiting for an installation that is under way. */
async function isInstalled(registration: ServiceWorkerRegistration): Promise<boolean> {
  const worker = registration.active ?? registration.waiting ?? registration.installing;
  const hasEnded = () => !worker || registration.active !== null || worker.state === 'redundant';
  while (!hasEnded()) {
    const changed = new Promise((resolve) => {
      worker?.addEventListener('statechange', resolve, { once: true });
    });
    await Promise.race([changed, pause(lookMs)]);
  }
  return registration.active !== null;
}

/** A page that was opening while the worker became active is not served by it until it asks. */
async function askToBeServed(active: ServiceWorker): Promise<void> {
  for (const pauseMs of claimAgainMs) {
    await pause(pauseMs);
    if (navigator.serviceWorker.controller) return;
    tell(active, { type: 'claim' });
  }
}

/**
 * Notices each newer worker that was installed beside a running one. It does not use the `waiting` event of
 * workbox-window, which follows only one update per page. After an update that failed during a deployment, that event
 * would offer no later one.
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
  // The browser may have found it before this page listened.
  follow();
  look();
}

/** At the start the browser itself looks; then every hour, and when the page comes back after a while. */
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

/** Fetches the rest of the app when the page is idle, but not on a line that has to be spared. */
function warmWhenIdle(active: ServiceWorker): void {
  if (isLineSpared()) return;
  whenIdle(() => tell(active, { type: 'warm' }));
}

function tell(active: ServiceWorker, message: PageMessage): void {
  active.postMessage(message);
}
