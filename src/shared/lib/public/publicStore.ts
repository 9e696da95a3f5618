import { type Query, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { session } from '../account/session.ts';
import { hashedDbName, saltCopy } from '../db/dbName.ts';
import { HttpError, isOutage } from '../errors.ts';
import { lateLoad } from '../loading/lateLoad.ts';
import { loadAgain } from '../loading/loadAgain.ts';
import { createMirrorClient } from '../mirror/client.ts';
import { keptBetweenVisits, keptForMs } from '../mirror/keep.ts';
import { persistQueries } from '../mirror/persistQueries.ts';
import { isRevoked } from '../mirror/rules.ts';
import { now } from '../time/clock.ts';
import { serverNow } from '../time/serverTime.ts';
import { paces } from '../transport/paces.ts';
import { givenAnswers, givenKey, madeAt } from './givenAnswers.ts';
import type { PublicAnswer, PublicQuestion } from './publicAnswer.ts';

/**
 * Answers that everybody may read, such as the catalogue: in memory, and marked ones on the device by learner and build
 * (architecture.md 3). A member's answers contain personal parts, so each learner has a separate store.
 */
type Area = { owner: string; client: QueryClient; restored: Promise<void>; stop: () => void };

/**
 * Maximum number of answers kept between visits, the newest ones: enough for every page of a long visit, some 300 kB.
 */
const mostKept = 40;
/** Owner name of a guest's stored answers. */
const guest = 'guest';

let area: Area | null = null;

/** The base of all contracts, loaded before the first of them: running both at once blocks taps on a slow phone. */
const readers = lateLoad(() => import('#contracts/wire.ts'));

/** Loaded with the sending code (transport/send.ts), only after a failure: no first page needs it. */
const loadKeeper = loadAgain(() => import('../mirror/again.ts'));

/** When the embedded answers were current, epoch ms by this device's clock. */
function givenAt(): number {
  return now() - (serverNow() - madeAt());
}

/** Watches the answer to a question; `listener` is called now and with every change. Returns a function that stops. */
export function watchAnswer<T>(
  owner: string,
  { key, load, isKept = false }: PublicQuestion<T>,
  listener: (answer: PublicAnswer<T>) => void,
): () => void {
  const { client, restored } = areaOf(owner);
  let isWanted = true;
  let stop = () => {};
  void restored.then(() => {
    if (!isWanted) return;
    const observer = new QueryObserver<T>(client, {
      queryKey: key,
      queryFn: async ({ signal }) => {
        await readers();
        return load({ signal, whileMaintenance: client.getQueryData(key) === undefined ? 'leave' : 'stay' });
      },
      meta: isKept ? keptBetweenVisits : undefined,
    });
    const tell = (result: Result<T>) => {
      const answer = answerOf({ ...result, isInvalidated: client.getQueryState(key)?.isInvalidated ?? true });
      listener(
        answer.data === undefined && isOutage(answer.error) ? { ...answer, ...given<T>(key) } : answer,
      );
    };
    stop = observer.subscribe(tell);
    tell(observer.getCurrentResult());
  });
  return () => {
    isWanted = false;
    stop();
  };
}

/** Without a network a learner at least sees the embedded answer, although it is not personal. */
function given<T>(key: readonly string[]): Partial<PublicAnswer<T>> {
  const data = givenAnswers().get(givenKey(key));
  return data === undefined ? {} : { data: data as T, savedAt: givenAt() };
}

/** The known answer, without a request: a page that was seen before opens with it. */
export function knownAnswer<T>(owner: string, key: readonly string[]): PublicAnswer<T> | undefined {
  const state = area?.owner === owner ? area.client.getQueryState<T>(key) : undefined;
  return state && answerOf({ ...state, isFetching: state.fetchStatus === 'fetching' });
}

/** Fetches again, after the learner pressed reload. */
export function askAgain(owner: string, key: readonly string[]): void {
  paces.reset();
  void areaOf(owner).client.refetchQueries({ queryKey: key, exact: true });
}

type Result<T> = {
  data: T | undefined;
  dataUpdatedAt: number;
  status: string;
  error: unknown;
  isFetching: boolean;
  isInvalidated?: boolean;
};

/** Content that was withdrawn or is for members only must not be shown from a copy (session.md 15.1). */
function isTaken(error: unknown): boolean {
  return isRevoked(error) || (error instanceof HttpError && error.status === 401);
}

function answerOf<T>(result: Result<T>): PublicAnswer<T> {
  const { data, dataUpdatedAt, status, error, isFetching, isInvalidated } = result;
  const failure = status === 'error' ? error : null;
  const shown = isTaken(failure) ? undefined : data;
  return {
    data: shown,
    savedAt: shown === undefined ? null : dataUpdatedAt,
    error: failure,
    isFetching,
    // Answers of an earlier visit, or embedded in the page, count as invalidated (`freshen`).
    isConfirmed: status === 'success' && !isInvalidated,
  };
}

function areaOf(owner: string): Area {
  if (area?.owner !== owner) {
    forget();
    area = open(owner);
  }
  return area;
}

function open(owner: string): Area {
  const client = createMirrorClient();
  if (owner === '') {
    for (const [key, data] of givenAnswers())
      client.setQueryData(JSON.parse(key), data, { updatedAt: givenAt() });
    // Embedded answers must be fetched, even if they are the first ones shown.
    void client.invalidateQueries({ refetchType: 'none' });
  }
  let isStopped = false;
  const stops = [() => client.clear(), askAgainOnceFailed(client)];
  const restore = async () => {
    const name = await keptName(owner);
    if (name === null || isStopped) return;
    const { restored, stop } = persistQueries(client, {
      owner: name,
      name: 'public',
      shouldKeep: (query) => lastKept(client).includes(query),
      delayMs: 0,
    });
    stops.push(stop);
    await restored;
    freshen(client);
  };
  const stop = () => {
    isStopped = true;
    for (const end of stops.reverse()) end();
  };
  return { owner, client, stop, restored: restore() };
}

/**
 * Retries queries that failed although the server can be reached, each after its pause, like a learner's lists. Returns
 * a function that stops.
 */
function askAgainOnceFailed(client: QueryClient): () => void {
  let isDone = false;
  let stopKeeper = () => {};
  const keep = ({ keepAsking }: typeof import('../mirror/again.ts')) => {
    if (isDone) return;
    unsubscribe();
    isDone = true;
    stopKeeper = keepAsking(client);
  };
  const unsubscribe = client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    // If the code cannot be loaded now, the next failure loads it.
    loadKeeper().then(keep, () => undefined);
  });
  return () => {
    isDone = true;
    unsubscribe();
    stopKeeper();
  };
}

/**
 * Answers of an earlier visit are shown at once and fetched again; answers that are too old are not shown
 * (offline.md 5.8).
 */
function freshen(client: QueryClient): void {
  const oldest = now() - keptForMs;
  client.removeQueries({ predicate: ({ state }) => state.dataUpdatedAt < oldest });
  void client.invalidateQueries({ refetchType: 'none' });
}

function lastKept(client: QueryClient): Query[] {
  return client
    .getQueryCache()
    .getAll()
    .filter(({ meta, state }) => meta?.isKept && state.data !== undefined && !isTaken(state.error))
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(0, mostKept);
}

/** The owner name for stored answers, the same as of the learner's database; `null`: nothing is stored this time. */
async function keptName(owner: string): Promise<string | null> {
  if (owner === '') return guest;
  try {
    const salt = localStorage.getItem(saltCopy);
    return salt === null ? null : await hashedDbName(salt, owner);
  } catch {
    return null;
  }
}

function forget(): void {
  area?.stop();
  area = null;
}

session.onReset(forget);
