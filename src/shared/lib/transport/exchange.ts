import { HttpError, isAbort, isTimeout, MaintenanceError, OfflineError } from '../errors.ts';
import { now } from '../time/clock.ts';
import { type Answer, attempt, type Call } from './attempt.ts';
import { connectivity } from './connectivity.ts';
import { maintenance } from './maintenanceInfo.ts';
import { paces } from './paces.ts';
import { readFailure } from './readFailure.ts';
import { isRetried, isSafe, isSettled } from './retry.ts';

/** Called when a 503 sends the learner to `/maintenance`; the app decides how (session.md 11.3). */
export type MaintenanceHandler = () => void;
let goToMaintenance: MaintenanceHandler = () => undefined;

/** Puts the way to `/maintenance` in place. The http layer knows no router. */
export function onMaintenance(handler: MaintenanceHandler): void {
  goToMaintenance = handler;
}

/**
 * `stay`: while maintenance is already known, this call's 503 does not navigate (session.md 15.3).
 * `ignore`: its 503 is a failure like any other (session.md 7.2).
 */
export type WhileMaintenance = 'leave' | 'stay' | 'ignore';

/** How a call is watched. */
export type Watch = { signal: AbortSignal; whileMaintenance?: WhileMaintenance };

/** By what the pace of a call is kept: calls that differ in their query alone go the same way. */
export function endpointOf({ method, target }: Pick<Call, 'method' | 'target'>): string {
  return `${method} ${target.path}`;
}

/** How a call began. `hasFailed`: its endpoint has not answered since it failed. */
type Start = { endpoint: string; at: number; isOnline: boolean; hasFailed: boolean };

function startOf(call: Call): Start {
  const endpoint = endpointOf(call);
  const isOnline = connectivity.get().state === 'online';
  return { endpoint, at: now(), isOnline, hasFailed: paces.timesOf(endpoint) > 0 };
}

/** What goes on failing has had its retry: from then on it is asked once each time. */
async function withOneRetry(call: Call, signal: AbortSignal, { hasFailed }: Start): Promise<Answer> {
  try {
    const answer = await attempt(call, signal);
    return isRetried(call.method, answer.status) ? await attempt(call, signal) : answer;
  } catch (error) {
    if (!(error instanceof OfflineError) || !isSafe(call.method) || hasFailed) throw error;
    return await attempt(call, signal);
  }
}

/**
 * Keeps the pace of an endpoint that failed although the server was there, at the beginning of the call or by what
 * others have heard meanwhile. @returns whether it had failed before, so that it fails alone.
 */
function failsAlone({ endpoint, at, isOnline }: Start, retryAfterMs = 0): boolean {
  if (!isOnline && connectivity.get().state !== 'online') return false;
  const isAlone = paces.timesOf(endpoint) > 0;
  paces.failed(endpoint, at, retryAfterMs);
  return isAlone;
}

/**
 * That one endpoint fails again is no news about the server: only a probe may say that it is away. Else each good probe
 * and each answer to another call would be a return of the server, at which all is asked for again.
 */
function reportAway(start: Start, outcome: 'offline' | 'captive'): void {
  if (failsAlone(start)) void connectivity.check();
  else connectivity.report(outcome);
}

function reportFailure(error: unknown, start: Start): void {
  if (error instanceof OfflineError || isTimeout(error)) {
    paces.blame(error as Error, start.endpoint);
    reportAway(start, 'offline');
  } else if (!isAbort(error)) throw error;
}

/**
 * Whether something between us and the server has answered in its place: a page where JSON was asked for, or the
 * status made for it (RFC 6585 section 6; offline.md 3.35).
 */
export function isForeign({ status, isOk, isJson, isRedirect }: Answer): boolean {
  return status === 511 || isRedirect || (isOk && !isJson);
}

/** How long the next look at a closed server may wait, s: longer each time that only this endpoint is closed. */
function closedFor({ retryAfter }: Answer, start: Start): number | undefined {
  failsAlone(start, (retryAfter ?? 0) * 1000);
  return retryAfter === undefined ? undefined : Math.max(retryAfter, paces.leftOf(start.endpoint) / 1000);
}

function reportAnswer(
  answer: Answer,
  {
    callNumber,
    whileMaintenance,
    start,
  }: { callNumber: number; whileMaintenance: WhileMaintenance; start: Start },
): void {
  if (answer.status === 503) {
    if (whileMaintenance === 'ignore') return;
    connectivity.report('maintenance', closedFor(answer, start));
    const isFirst = maintenance.begin(answer.data);
    if (isFirst || whileMaintenance === 'leave') goToMaintenance();
  } else if (isForeign(answer)) {
    reportAway(start, 'captive');
  } else {
    if (isSettled(answer.status)) paces.answered(start.endpoint);
    if (maintenance.over(callNumber)) connectivity.report('online');
  }
}

/**
 * Sends a call of our API, once more if the retry table says so, and tells connectivity and maintenance what came of
 * it. Answers of any status are returned; only a call without answer rejects.
 */
export async function exchange(call: Call, watch: Watch): Promise<Answer> {
  const callNumber = maintenance.callStarts();
  const start = startOf(call);
  let answer: Answer;
  try {
    answer = await withOneRetry(call, watch.signal, start);
  } catch (error) {
    if (call.target.isApi) reportFailure(error, start);
    throw error;
  }
  const { whileMaintenance = 'leave' } = watch;
  if (call.target.isApi) reportAnswer(answer, { callNumber, whileMaintenance, start });
  return answer;
}

/** The named error of an answer that is none of success. */
export function errorOf(call: Call, answer: Answer): Error {
  return paces.blame(namedError(call, answer), endpointOf(call));
}

function namedError(call: Call, answer: Answer): Error {
  if (isForeign(answer) || answer.isOk) return new OfflineError('captive');
  const failure = readFailure(answer.data);
  const refusal = {
    status: answer.status,
    data: answer.data,
    failure: { ...failure, retry_after: failure.retry_after ?? answer.retryAfter },
    call: `${call.method} ${call.target.path}`,
  };
  return answer.status === 503 ? new MaintenanceError(refusal) : new HttpError(refusal);
}
