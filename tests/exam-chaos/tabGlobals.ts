import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';

/** What a page finds around it, for one tab of one device: its storage, its locks, its channel, its timers. */
export type TabAround = {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  locks: Pick<LockManager, 'request'>;
  channel: (name: string) => Pick<BroadcastChannel, 'postMessage' | 'close' | 'addEventListener'>;
  timers: {
    set(run: () => void, ms: number, isRepeated: boolean): number;
    clear(id: number): void;
  };
};

const current = new AsyncLocalStorage<TabAround | null>();

/** Does something as a tab: what it starts, however much later it goes on, finds that tab's surroundings. */
export function asTab<Result>(around: TabAround, work: () => Result): Result {
  return current.run(around, work);
}

/** Does something as the world outside of every tab: the server, the test. */
export function asWorld<Result>(work: () => Result): Result {
  return current.run(null, work);
}

/** The surroundings of whoever runs now. */
function here(): TabAround {
  const around = current.getStore();
  if (!around) throw new Error('No tab runs here.');
  return around;
}

/** Turns of the event loop after which a lock that was being released is free. */
const turnsToLetGo = 50;

/** A signal that aborts after these turns: whoever still waits for a lock then will not get it. */
function endsWithoutTime(): AbortSignal {
  const end = new AbortController();
  const wait = (left: number) => setImmediate(() => (left === 0 ? end.abort() : wait(left - 1)));
  wait(turnsToLetGo);
  return end.signal;
}

function replace(name: string, descriptor: PropertyDescriptor): () => void {
  const former = Object.getOwnPropertyDescriptor(globalThis, name);
  Object.defineProperty(globalThis, name, { configurable: true, ...descriptor });
  return () => {
    if (former) Object.defineProperty(globalThis, name, former);
    else Reflect.deleteProperty(globalThis, name);
  };
}

/**
 * Lets several browsers live in this process: what the app takes from its page is that of the tab whose code runs. Outside
 * of tabs timers are the process's own. Sums are made at once, so that a case goes the same way again. @returns puts
 * everything back.
 */
export function installTabGlobals(): () => void {
  const own = { setTimeout, setInterval, clearTimeout, clearInterval };
  const setting =
    (isRepeated: boolean) =>
    (run: () => void, ms?: number, ...rest: unknown[]) => {
      const around = current.getStore();
      if (around) return around.timers.set(() => run(), ms ?? 0, isRepeated);
      return (isRepeated ? own.setInterval : own.setTimeout)(run, ms, ...(rest as []));
    };
  const clearing = (clear: (id: never) => void) => (id: unknown) => {
    const around = current.getStore();
    if (around && typeof id === 'number') around.timers.clear(id);
    else clear(id as never);
  };
  class Channel {
    constructor(name: string) {
      // The app asks for the methods alone.
      Object.assign(this, here().channel(name));
    }
  }
  const digest = crypto.subtle.digest;
  crypto.subtle.digest = async (algorithm, data) => {
    if (algorithm !== 'SHA-256') return digest.call(crypto.subtle, algorithm, data);
    const sum = createHash('sha256')
      .update(data as Uint8Array)
      .digest();
    return new Uint8Array(sum).buffer;
  };
  const { timeout } = AbortSignal;
  // A tab waits for its turn while no time passes here: by the real clock each wait would cost the test three seconds.
  AbortSignal.timeout = (ms) => (current.getStore() ? endsWithoutTime() : timeout.call(AbortSignal, ms));
  const undo = [
    () => {
      crypto.subtle.digest = digest;
      AbortSignal.timeout = timeout;
    },
    replace('localStorage', { get: () => here().storage }),
    replace('navigator', { value: { locks: { request: lockRequest }, userAgent: '', maxTouchPoints: 0 } }),
    replace('BroadcastChannel', { value: Channel, writable: true }),
    replace('setTimeout', { value: setting(false), writable: true }),
    replace('setInterval', { value: setting(true), writable: true }),
    replace('clearTimeout', { value: clearing(own.clearTimeout), writable: true }),
    replace('clearInterval', { value: clearing(own.clearInterval), writable: true }),
  ];
  return () => {
    for (const step of undo.reverse()) step();
  };
}

/** `navigator.locks.request` of the tab that asks. */
function lockRequest(...given: Parameters<LockManager['request']>) {
  return here().locks.request(...given);
}
