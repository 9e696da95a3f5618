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
 * Answers that everybody may read, such as the catalogue: held in memory, the marked ones kept on the device by learner
 * and build (architecture.md 3). A member's say what is theirs, so each learner has a store of their own.
 */
type Area = { owner: string; client: QueryClient; restored: Promise<void>; stop: () => void };

/** Most answers kept between visits, those that came last: room for every page of a long visit, some 300 kB. */
const mostKept = 40;
/** Name of a guest's answers among the kept ones. */
const guest = 'guest';

let area: Area | null = null;

/** What every contract is built with, before the first of them: to run both at once holds taps back on a slow phone. */
const readers = lateLoad(() => import('#contracts/wire.ts'));

/** Comes with what sends (transport/send.ts), and only once something has failed: no first page needs it. */
const loadKeeper = loadAgain(() => import('../mirror/again.ts'));

/** When what came with the page was so, epoch ms by this device's clock. */
function givenAt(): number {
  return now() - (serverNow() - madeAt());
}

/** Watches the answer to a question; `listener` is told now and with every change. Returns how to stop. */
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

/** Without a network a learner, too, has at least what came with the page, though it is everybody's. */
function given<T>(key: readonly string[]): Partial<PublicAnswer<T>> {
  const data = givenAnswers().get(givenKey(key));
  return data === undefined ? {} : { data: data as T, savedAt: givenAt() };
}

/** What is known at this moment, without asking: a page that was seen before opens with it. */
export function knownAnswer<T>(owner: string, key: readonly string[]): PublicAnswer<T> | undefined {
  const state = area?.owner === owner ? area.client.getQueryState<T>(key) : undefined;
  return state && answerOf({ ...state, isFetching: state.fetchStatus === 'fetching' });
}

/** Asks anew, for who tapped reload. */
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

/** What was taken back or is for members only must not be shown from a copy (session.md 15.1). */
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
    // What a former visit left, or a page brought, counts as invalidated (`freshen`).
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
    // What came with the page is to be asked for, also where it is the first to be told.
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
 * What could not be brought although the server is there is asked for again after its pauses, as the lists of a learner
 * are. Returns how to stop.
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
    // What cannot be fetched now is fetched at the next failure.
    loadKeeper().then(keep, () => undefined);
  });
  return () => {
    isDone = true;
    unsubscribe();
    stopKeeper();
  };
}

/** What a former visit left is shown at once and asked for anew; what is too old is not shown (offline.md 5.8). */
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

/** Under which name answers are kept, the one of the learner's database; `null`: not at all this time. */
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
