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

/** Where the calls of a mock exam begin; the English test and the diagnosis have places of their own. */
export function mockexamBase(exam: string): string {
  return `/api/exam/mockexam/${encodeURIComponent(exam)}/`;
}

/** The same of an English test. */
export function englishBase(test: string): string {
  return `/api/english/test/${encodeURIComponent(test)}/`;
}

/** Which attempt a call is about. */
export type CallOf = { base: string; id: string; token: string | null };

const attemptPath = ({ base, id }: Pick<CallOf, 'base' | 'id'>) =>
  `${base}attempt/${encodeURIComponent(id)}/`;

/**
 * A call of a running attempt: by its own token and without the session, so that a login that ends in the middle stops
 * nothing, and a closed server leads nowhere (exams.md 3.4, D4).
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

/** POST …/submit/. `key`: the same for the same state, so that a lost answer is given again. */
export function postSubmit(
  of: CallOf,
  body: SubmitInput,
  key: string,
  signal?: AbortSignal,
): Promise<Submitted> {
  const headers = { 'Idempotency-Key': key };
  return call(submittedSchema, of, 'submit/', { method: 'POST', body, headers, signal });
}

/** POST …/attempt/ by the session. `key`: one a press until it is answered. */
export function postStart(base: string, body: StartInput, key: string): Promise<Attempt> {
  return sendJson('POST', `${base}attempt/`, {
    body,
    idempotencyKey: key,
    schema: attemptSchema,
    whileMaintenance: 'stay',
  });
}

/** GET …/attempt/{id}/ by the session: the attempt as it is, without any effect. `device`: who asks, for the lease. */
export function getAttempt(of: Pick<CallOf, 'base' | 'id'>, device: string): Promise<Attempt> {
  return getJson(attemptPath(of), {
    query: { device_id: device },
    schema: attemptSchema,
    isReload: true,
    whileMaintenance: 'stay',
  });
}

/** POST …/lease/ by the session: this device wants to write. */
export function postLease(of: Pick<CallOf, 'base' | 'id'>, body: LeaseInput): Promise<Attempt> {
  return sendJson('POST', `${attemptPath(of)}lease/`, {
    body,
    schema: attemptSchema,
    whileMaintenance: 'stay',
  });
}

/** GET /api/exam/time/: the server's time, for everybody. Epoch ms. */
export async function getServerTime(): Promise<number> {
  const path = '/api/exam/time/';
  const { data } = await request({ path, isAnonymous: true, isReload: true, whileMaintenance: 'stay' });
  const read = timeSchema.safeParse(data);
  const at = read.success ? Date.parse(read.data.server_now) : Number.NaN;
  if (Number.isNaN(at)) throw new UnreadableAnswerError(`GET ${path}`);
  return at;
}

/** POST …/incident/: the taker's own trouble, once a subject. Answers its number. */
export async function postIncident(of: CallOf, body: IncidentInput, key: string): Promise<string> {
  const headers = { 'Idempotency-Key': key };
  return (await call(incidentSchema, of, 'incident/', { method: 'POST', body, headers })).no;
}

/** POST …/selfscore/: points that the taker gives to an own answer. Answers how the subject stands then. */
export async function postSelfscore(of: CallOf, question: string, points: number): Promise<Checkresult> {
  return (await call(selfscoreSchema, of, 'selfscore/', { method: 'POST', body: { question, points } }))
    .score;
}

/** What a refusal says beyond its code; everything empty when it is not one of ours. */
export function refusalOf(error: unknown): (AttemptRefusal & { status: number }) | null {
  if (!(error instanceof HttpError)) return null;
  const read = attemptRefusalSchema.safeParse(error.data ?? {});
  return read.success ? { ...read.data, code: error.code, status: error.status } : null;
}
