import { createObservable } from '../observable/observable.ts';
import { holdLock } from '../storage/webLock.ts';
import { now } from '../time/clock.ts';
import { pause } from '../time/pause.ts';
import { pauseBefore } from './probePause.ts';

/** Result of a try to reach the server. `captive`: something else answered in its place. */
export type Outcome = 'online' | 'offline' | 'captive' | 'maintenance';
/** The result, with the seconds after which a server in maintenance wants to be asked again. */
export type Finding = { outcome: Outcome; retryAfter?: number };

/** Whether the server answers, and since when (epoch ms). `isCaptive`: a Wi-Fi login page intercepts the calls. */
export type Connectivity = { state: 'online' | 'offline' | 'maintenance'; since: number; isCaptive: boolean };

/** How long the next tab waits for the lock of a probe, ms; its holder may be frozen. */
const probePatienceMs = 12_000;
/** How long a finished probe keeps its lock, ms, so that the other tabs receive the result before they get the lock. */
const hearingMs = 100;

const store = createObservable<Connectivity>({ state: 'online', since: now(), isCaptive: false });
const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('connectivity.2') : null;
let probe: (() => Promise<Finding>) | null = null;
let retryAfter: number | undefined;
let wake: (() => void) | null = null;
let isWatching = false;
let isHandedOver = false;
let running: Promise<void> | null = null;
/** Number of results received from other tabs. */
let heard = 0;
/** Ends this tab's check when another tab's result arrives. */
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

/** Probes with growing pauses until the server answers. Only one tab does so; it tells the others. */
async function watch(): Promise<void> {
  if (isWatching || !probe) return;
  isWatching = true;
  try {
    while (store.get().state !== 'online') await holdLock('connectivity', probeUntilOnline);
  } finally {
    isWatching = false;
  }
}

/**
 * Ends early when the tab is hidden, so that a visible tab may take over; if there is none, this tab gets the lock
 * again.
 */
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
 * One probe for all tabs: a tab that had to wait for the lock has received the result meanwhile and does not probe.
 * Receiving a result ends the check: a later call starts a new one.
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
    const known = store.get();
    let finding = await probe();
    // A call failed meanwhile: the answer may be from before that.
    if (store.get() !== known) finding = await probe();
    set(finding);
    channel?.postMessage(finding);
    hasAsked();
    await pause(channel ? hearingMs : 0);
  };
  await Promise.race([asked, told, holdLock('connectivity.probe', work, probePatienceMs)]);
}

/**
 * Whether the server can be reached: the result of the last call, never `navigator.onLine` (architecture.md 3;
 * offline.md 3.33, 3.34). The http layer reports results. While nothing answers, a cheap probe with growing pauses
 * notices the return.
 */
export const connectivity = {
  get: store.get,
  subscribe: store.subscribe,
  /** The http layer reports each result here; a change is sent to the other tabs too. */
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
    // A page that makes no calls, such as a form, must still know from the start that there is no network.
    else if (!navigator.onLine) void connectivity.check();
  },
};
