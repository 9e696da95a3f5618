import { createObservable } from '../observable/observable.ts';
import { holdLock } from '../storage/webLock.ts';
import { now } from '../time/clock.ts';
import { pause } from '../time/pause.ts';
import { pauseBefore } from './probePause.ts';

/** What a try to reach the server came to. `captive`: something else answered in its place. */
export type Outcome = 'online' | 'offline' | 'captive' | 'maintenance';
/** The same with the seconds after which a closed server wants to be asked again. */
export type Finding = { outcome: Outcome; retryAfter?: number };

/** Whether the server answers, and since when (epoch ms). `isCaptive`: a Wi-Fi login page stands in between. */
export type Connectivity = { state: 'online' | 'offline' | 'maintenance'; since: number; isCaptive: boolean };

/** How long the next tab waits for the lock of a probe; its holder may be frozen, ms. */
const probePatienceMs = 12_000;
/** How long a finished probe keeps its lock, so that the other tabs have heard of it before they get it, ms. */
const hearingMs = 100;

const store = createObservable<Connectivity>({ state: 'online', since: now(), isCaptive: false });
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('connectivity.2') : null;
let probe: (() => Promise<Finding>) | null = null;
let retryAfter: number | undefined;
let wake: (() => void) | null = null;
let isWatching = false;
let isHandedOver = false;
let running: Promise<void> | null = null;
/** Counts what other tabs told. */
let heard = 0;
/** Ends the check of this tab that waits for another tab's. */
let whenHeard: (() => void) | null = null;

function set({ outcome, retryAfter: seconds }: Finding): boolean {
  const state = outcome === 'captive' ? 'offline' : outcome;
  const isCaptive = outcome === 'captive';
  const former = store.get();
  retryAfter = seconds;
  if (former.state === state && former.isCaptive === isCaptive) return false;
  store.set({ state, since: former.state === state ? former.since : now(), isCaptive });
  if (state === 'online') wake?.();
  else void watch();
  return true;
}

function pauseOrWake(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, milliseconds);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
}

/** Probes with growing pauses until the server answers; one tab at a time, the others are told. */
async function watch(): Promise<void> {
  if (isWatching || !probe) return;
  isWatching = true;
  try {
    while (store.get().state !== 'online') await holdLock('connectivity', probeUntilOnline);
  } finally {
    isWatching = false;
  }
}

/** Ends early when the tab goes to the back, so that one in front may take over; else this one gets it again. */
async function probeUntilOnline(): Promise<void> {
  isHandedOver = false;
  for (let round = 0; store.get().state !== 'online'; round += 1) {
    const isMaintenance = store.get().state === 'maintenance';
    await pauseOrWake(pauseBefore({ isMaintenance, round, retryAfter }, Math.random()));
    if (isHandedOver) return;
    if (store.get().state !== 'online') await connectivity.check();
  }
}

/**
 * One probe for all tabs: who had to wait for the lock has been told meanwhile, and does not ask again. Being told is
 * the end of the check: who asks from then on asks for something newer.
 */
async function checkOnce(): Promise<void> {
  const before = heard;
  const told = new Promise<void>((resolve) => {
    whenHeard = resolve;
  });
  let hasAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    hasAsked = resolve;
  });
  const work = async () => {
    if (!probe || heard !== before) return;
    const finding = await probe();
    set(finding);
    channel?.postMessage(finding);
    hasAsked();
    await pause(channel ? hearingMs : 0);
  };
  await Promise.race([asked, told, holdLock('connectivity.probe', work, probePatienceMs)]);
}

/**
 * Whether the server can be reached: what the last call came to, never what `navigator.onLine` says
 * (architecture.md 3; offline.md 3.33, 3.34). The http layer reports; while nothing answers, a cheap probe
 * with growing pauses notices the return.
 */
export const connectivity = {
  get: store.get,
  subscribe: store.subscribe,
  /** Told by the http layer after each call; what changes is news for the other tabs too. */
  report(outcome: Outcome, seconds?: number): void {
    const finding = { outcome, retryAfter: seconds };
    if (set(finding)) channel?.postMessage(finding);
  },
  /** Asks the server now, outside the growing pauses; several callers and tabs share one probe. Never rejects. */
  check(): Promise<void> {
    running ??= checkOnce().finally(() => {
      running = null;
    });
    return running;
  },
  /** Starts watching with the given probe, which must not reject. Called once, by the app. */
  start(probeServer: () => Promise<Finding>): void {
    probe = probeServer;
    const recheck = () => {
      if (store.get().state !== 'online' && document.visibilityState === 'visible') void connectivity.check();
    };
    const handOver = () => {
      isHandedOver = document.visibilityState === 'hidden';
      if (isHandedOver) wake?.();
    };
    addEventListener('online', recheck);
    addEventListener('offline', () => void connectivity.check());
    addEventListener('focus', recheck);
    addEventListener('pageshow', recheck);
    document.addEventListener('visibilitychange', recheck);
    document.addEventListener('visibilitychange', handOver);
    channel?.addEventListener('message', ({ data }: MessageEvent<Finding>) => {
      heard += 1;
      set(data);
      whenHeard?.();
    });
    if (store.get().state !== 'online') void watch();
    // A page that asks nothing by itself, as a form does, says from the beginning that there is no network.
    else if (!navigator.onLine) void connectivity.check();
  },
};
