import { HttpError, isAbort, OfflineError } from '#shared/lib/errors.ts';
import { getServerTime } from '#shared/lib/exam/attemptCalls.ts';
import { type ExamDb, isExamDbPassing } from '#shared/lib/exam/examDb.ts';
import { packOf } from '#shared/lib/exam/openPack.ts';
import { hasCrypto } from '#shared/lib/exam/pieces.ts';
import { DamagedPackError, packShare, preparePack } from '#shared/lib/exam/preparePack.ts';
import type { SubjectPlace } from '#shared/lib/exam/startAttempt.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';
import { isNoRoom, writeMakingRoom } from '#shared/lib/storage/saving.ts';
import { pause } from '#shared/lib/time/pause.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import type { PageMessage, WarmAnswer } from '#shared/lib/worker/workerMessages.ts';

/** The state of one check. */
export type Check = 'open' | 'running' | 'ok' | 'bad';
/** Why the pack is not on the device. */
export type PackTrouble = 'offline' | 'damaged' | 'full' | 'not_open' | 'failed';

/**
 * The state of a lobby (exams.md 3.4 S1). `share`: downloaded part of the pack, 0 to 1. `app`: `part` while some of its
 * files are missing.
 */
export type Lobby = {
  clock: Check;
  store: Check;
  pack: Check;
  share: number;
  trouble: PackTrouble | null;
  app: 'ok' | 'part' | 'none' | 'open';
  sound: 'open' | 'asking' | 'ok' | 'unheard' | 'impossible';
};

/**
 * Whether the device is ready for a subject: its questions are stored, and with a listening part the test tone was
 * heard (rows 36, 37, 56).
 */
export function isPrepared({ pack, sound }: Lobby, hasListening: boolean): boolean {
  return hasCrypto() && pack === 'ok' && (!hasListening || sound === 'ok');
}

const probes = 5;
/** Longest wait for the worker to say whether it has the app, ms. */
const workerPatienceMs = 20_000;

function troubleOf(error: unknown): PackTrouble {
  if (error instanceof DamagedPackError) return 'damaged';
  if (isNoRoom(error)) return 'full';
  if (error instanceof HttpError) return error.status === 403 ? 'not_open' : 'failed';
  return error instanceof OfflineError || isAbort(error) ? 'offline' : 'failed';
}

/** Asks the server's time several times: every answer corrects the device's clock (serverTime.ts). */
async function probeClock(): Promise<boolean> {
  try {
    for (let nth = 0; nth < probes; nth += 1) await getServerTime();
    return true;
  } catch (error) {
    console.warn('exam: the server does not tell the time', error);
    return false;
  }
}

/** Writes a value and reads it back, in the database of the answers. */
async function probeStore(db: ExamDb): Promise<boolean> {
  try {
    // Not a random value: plain http has no source of random values (row 56).
    const value = String(performance.now());
    await writeMakingRoom(() => db.keys.put({ id: 'canary', value }));
    const found = await db.keys.get('canary');
    await db.keys.delete('canary');
    return found?.value === value && !isExamDbPassing();
  } catch (error) {
    console.warn('exam: the device does not store', error);
    return false;
  }
}

/** Whether the app opens without a network; missing files are fetched first (row 61). */
async function probeApp(): Promise<Lobby['app']> {
  if (!navigator.serviceWorker) return 'none';
  // On a first visit the worker is still being installed.
  const none = pause(workerPatienceMs).then(() => null);
  const active = (await Promise.race([navigator.serviceWorker.ready, none]))?.active;
  if (!active) return 'none';
  const { port1, port2 } = new MessageChannel();
  const answer = new Promise<WarmAnswer | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), workerPatienceMs);
    port1.onmessage = ({ data }: MessageEvent<WarmAnswer>) => {
      clearTimeout(timer);
      resolve(data);
    };
  });
  active.postMessage({ type: 'warm' } satisfies PageMessage, [port2]);
  const found = await answer;
  port1.close();
  return found?.missing === 0 ? 'ok' : 'part';
}

/** The checks before a subject, on this device. */
export function createLobby(db: ExamDb, place: SubjectPlace) {
  const store = createObservable<Lobby>({
    clock: 'open',
    store: 'open',
    pack: 'open',
    share: 0,
    trouble: null,
    app: 'open',
    sound: 'open',
  });
  const set = (change: Partial<Lobby>) => store.set({ ...store.get(), ...change });
  let stop = new AbortController();
  let running: Promise<void> | null = null;

  const preparePackNow = async (): Promise<void> => {
    set({ pack: 'running', trouble: null });
    try {
      await preparePack(db, place, { signal: stop.signal, onProgress: (share) => set({ share }) });
      set({ pack: 'ok', share: 1 });
    } catch (error) {
      console.warn('exam: the pack is not here', error);
      const trouble = troubleOf(error);
      set({ pack: 'bad', trouble });
      // The download continues when the server answers again. Its requests bypass the http layer, which would report
      // the outage, so the connection is checked here.
      if (trouble === 'offline') void connectivity.check();
    }
  };

  const run = async (withPack: boolean): Promise<void> => {
    set({ clock: 'running', store: 'running' });
    void navigator.storage?.persist?.().catch(() => undefined);
    void probeApp().then(
      (app) => set({ app }),
      () => set({ app: 'none' }),
    );
    const [isClockFine, isStoreFine] = await Promise.all([probeClock(), probeStore(db)]);
    set({ clock: isClockFine ? 'ok' : 'bad', store: isStoreFine ? 'ok' : 'bad' });
    const ready = await packOf(db, place.exam, place.subject).catch(() => null);
    const share = await packShare(db, place.exam, place.subject);
    set(ready !== null && share === 1 ? { pack: 'ok', share } : { share });
    if (withPack) await preparePackNow();
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Checks everything that needs no large download. */
    look: (): Promise<void> => {
      running ??= run(false).finally(() => {
        running = null;
      });
      return running;
    },
    /** 「準備する」: downloads the pack, and checks everything else. */
    async prepare(): Promise<void> {
      await running;
      running = run(true).finally(() => {
        running = null;
      });
      return running;
    },
    sound: (sound: Lobby['sound']): void => set({ sound }),
    /** The server has another pack: this one is useless now. */
    outdated: (): void => set({ pack: 'open', share: 0 }),
    stop(): void {
      stop.abort();
      stop = new AbortController();
    },
  };
}

export type LobbyStore = ReturnType<typeof createLobby>;
