import type * as z from 'zod/mini';
import {
  type AnswersInput,
  type Attempt,
  type AttemptRefusal,
  attemptRefusalSchema,
  attemptSchema,
  attemptTokenHeader,
  type Checkresult,
  type IncidentInput,
  incidentSchema,
  type LeaseInput,
  type Saved,
  type StartInput,
  type SubmitInput,
  type Submitted,
  savedSchema,
  selfscoreSchema,
  submittedSchema,
  timeSchema,
} from '#contracts/examAttempt.ts';
import { HttpError, UnreadableAnswerError } from '../errors.ts';
import { getJson, sendJson } from '../http/json.ts';
import { type RequestOptions, request } from '../http/request.ts';

/** Base path for the calls of a mock exam; English test and diagnosis have their own. */
export function mockexamBase(exam: string): string {
  return `/api/exam/mockexam/${encodeURIComponent(exam)}/`;
}

/** The same for an English test. */
export function englishBase(test: string): string {
  return `/api/english/test/${encodeURIComponent(test)}/`;
}

/** Which attempt a call is about. */
export type CallOf = { base: string; id: string; token: string | null };

const attemptPath = ({ base, id }: Pick<CallOf, 'base' | 'id'>) =>
  `${base}attempt/${encodeURIComponent(id)}/`;

/**
 * A call of a running attempt. It uses the attempt's token and not the session: a login that ends in between does not
 * stop it, and maintenance does not navigate away (exams.md 3.4, D4).
 */
async function call<Schema extends z.ZodMiniType>(
  schema: Schema,
  { token, ...of }: CallOf,
  part: string,
  options: Pick<RequestOptions, 'method' | 'body' | 'headers' | 'signal'>,
): Promise<z.output<Schema>> {
  const path = `${attemptPath(of)}${part}`;
  const answer = await request({
    ...options,
    path,
    headers: { ...options.headers, [attemptTokenHeader]: token ?? '' },
    isAnonymous: true,
    whileMaintenance: 'stay',
  });
  const read = schema.safeParse(answer.data ?? {});
  if (!read.success) throw new UnreadableAnswerError(`${options.method} ${path}`, read.error);
  return read.data;
}

/** PUT …/answers/. */
export function putAnswers(of: CallOf, body: AnswersInput, signal?: AbortSignal): Promise<Saved> {
  return call(savedSchema, of, 'answers/', { method: 'PUT', body, signal });
}

/** POST …/submit/. `key`: the same for the same state, so that a lost answer is repeated. */
export function postSubmit(
  of: CallOf,
  body: SubmitInput,
  key: string,
  signal?: AbortSignal,
): Promise<Submitted> {
  const headers = { 'Idempotency-Key': key };
  return call(submittedSchema, of, 'submit/', { method: 'POST', body, headers, signal });
}

/** POST …/attempt/ with the session. `key`: one per press until it is answered. */
export function postStart(base: string, body: StartInput, key: string): Promise<Attempt> {
  return sendJson('POST', `${base}attempt/`, {
    body,
    idempotencyKey: key,
    schema: attemptSchema,
    whileMaintenance: 'stay',
  });
}

/**
 * GET …/attempt/{id}/ with the session: the current attempt, without side effects. `device`: who asks, for the lease.
 */
export function getAttempt(of: Pick<CallOf, 'base' | 'id'>, device: string): Promise<Attempt> {
  return getJson(attemptPath(of), {
    query: { device_id: device },
    schema: attemptSchema,
    isReload: true,
    whileMaintenance: 'stay',
  });
}

/** POST …/lease/ with the session: this device wants to write. */
export function postLease(of: Pick<CallOf, 'base' | 'id'>, body: LeaseInput): Promise<Attempt> {
  return sendJson('POST', `${attemptPath(of)}lease/`, {
    body,
    schema: attemptSchema,
    whileMaintenance: 'stay',
  });
}

/** GET /api/exam/time/: the server's time; public. Epoch ms. */
export async function getServerTime(): Promise<number> {
  const path = '/api/exam/time/';
  const { data } = await request({ path, isAnonymous: true, isReload: true, whileMaintenance: 'stay' });
  const read = timeSchema.safeParse(data);
  const at = read.success ? Date.parse(read.data.server_now) : Number.NaN;
  if (Number.isNaN(at)) throw new UnreadableAnswerError(`GET ${path}`);
  return at;
}

/**
 * A call that the attempt's token or the session may make: a device that has no token, or that another one took over
 * from, uses the session.
 */
async function callEither<Schema extends z.ZodMiniType>(
  schema: Schema,
  of: CallOf,
  part: string,
  { body, key }: { body: unknown; key?: string },
): Promise<z.output<Schema>> {
  const headers = key === undefined ? undefined : { 'Idempotency-Key': key };
  try {
    if (of.token) return await call(schema, of, part, { method: 'POST', body, headers });
  } catch (error) {
    if (!(error instanceof HttpError && error.code === 'attempt_token')) throw error;
  }
  return sendJson('POST', `${attemptPath(of)}${part}`, {
    body,
    idempotencyKey: key,
    schema,
    whileMaintenance: 'stay',
  });
}

/** POST …/incident/: a problem on the taker's side, once per subject. Answers its number. */
export async function postIncident(of: CallOf, body: IncidentInput, key: string): Promise<string> {
  return (await callEither(incidentSchema, of, 'incident/', { body, key })).no;
}

/** POST …/selfscore/: the points that takers give their own answer. Answers the new result of the subject. */
export async function postSelfscore(of: CallOf, question: string, points: number): Promise<Checkresult> {
  return (await callEither(selfscoreSchema, of, 'selfscore/', { body: { question, points } })).score;
}

/** A refused call: its status, and the further fields, which are empty if the body is not one of ours. */
export type Refusal = AttemptRefusal & { status: number };

/** Reads a refusal; `null`: the error is not an answer of a server. */
export function refusalOf(error: unknown): Refusal | null {
  if (!(error instanceof HttpError)) return null;
  const read = attemptRefusalSchema.safeParse(error.data ?? {});
  return read.success ? { ...read.data, code: error.code, status: error.status } : null;
}
