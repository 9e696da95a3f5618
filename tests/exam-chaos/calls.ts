import {
  type AnswersInput,
  attemptSchema,
  attemptTokenHeader,
  type SubmitInput,
  savedSchema,
  submittedSchema,
} from '#contracts/examAttempt.ts';
import { HttpError, MaintenanceError, OfflineError } from '#shared/lib/errors.ts';
import type { AttemptCalls } from '#shared/lib/exam/attemptCore.ts';
import type { StartDeps } from '#shared/lib/exam/startAttempt.ts';
import { readFailure } from '#shared/lib/transport/readFailure.ts';
import { asWorld } from './tabGlobals.ts';

/**
 * What happens to a request: `drop` never arrives · `lose` is worked off, its answer is lost · `twice` is delivered two times ·
 * `hold` is given up and arrives later · `slow` is worked off, its answer comes later · `error`, `busy` answered by something
 * in between · `portal` a Wi-Fi's own page.
 */
export const fates = ['drop', 'lose', 'twice', 'hold', 'slow', 'error', 'busy', 'portal'] as const;
export type Fate = (typeof fates)[number];

export type Wire = {
  method: string;
  path: string;
  headers: Record<string, string>;
  json?: object;
  isSession: boolean;
};

/**
 * The line of a device. `fates`: of its next requests. `held`: sends what was held. `slow`: lets an answer come.
 * `isWaitedFor`: somebody looks at the line until it answers and does nothing else, so nothing is slow on it.
 * `hasHeld`: a call came later than the 30 s that one may take.
 */
export type Line = {
  isOn: boolean;
  isWaitedFor: boolean;
  hasHeld: boolean;
  hasSession: boolean;
  fates: Fate[];
  held: (() => Promise<unknown>)[];
  slow: (() => void)[];
};

/** `send`: to the server; `null`: there is none. */
export type CallDeps = {
  line: Line;
  isGone: () => boolean;
  send: (wire: Wire) => Promise<Response | null>;
};

const never = new Promise<never>(() => undefined);

function failed(wire: Wire, status: number, data: unknown): HttpError {
  const refusal = { status, data, failure: readFailure(data), call: `${wire.method} ${wire.path}` };
  return status === 503 ? new MaintenanceError(refusal) : new HttpError(refusal);
}

async function exchange({ line, send }: CallDeps, wire: Wire): Promise<Response> {
  const fate = line.isOn ? line.fates.shift() : 'drop';
  if (wire.isSession && line.isOn && !line.hasSession) throw failed(wire, 401, { code: 'not_authenticated' });
  if (fate === 'drop') throw new OfflineError('network');
  if (fate === 'portal') throw new OfflineError('captive');
  if (fate === 'error') throw failed(wire, 502, {});
  if (fate === 'busy') throw failed(wire, 429, { code: 'rate_limited', retry_after: 7 });
  if (fate === 'hold') {
    line.hasHeld = true;
    line.held.push(() => asWorld(() => send(wire)));
    throw new OfflineError('network');
  }
  const answer = await asWorld(() => send(wire));
  if (fate === 'twice') await asWorld(() => send(wire));
  if (fate === 'slow' && !line.isWaitedFor) await new Promise<void>((resolve) => line.slow.push(resolve));
  if (answer === null || fate === 'lose') throw new OfflineError('network');
  return answer;
}

/** The calls of the app over a scripted line, with the errors its own make. A tab that is gone hears no answer. */
export function createCalls(deps: CallDeps): AttemptCalls & StartDeps['calls'] {
  const call = async <Out>(read: (data: unknown) => Out, wire: Wire): Promise<Out> => {
    try {
      const answer = await exchange(deps, wire);
      const data: unknown = await answer.json();
      if (deps.isGone()) return await never;
      if (answer.ok) return read(data);
      throw failed(wire, answer.status, data);
    } catch (error) {
      if (deps.isGone()) return await never;
      throw error;
    }
  };
  const own = (token: string | null) => ({ [attemptTokenHeader]: token ?? '' });
  const session = { headers: {}, isSession: true };
  return {
    putAnswers: ({ base, id, token }, json: AnswersInput) =>
      call((data) => savedSchema.parse(data), {
        method: 'PUT',
        path: `${base}attempt/${id}/answers/`,
        headers: own(token),
        json,
        isSession: false,
      }),
    postSubmit: ({ base, id, token }, json: SubmitInput, key) =>
      call((data) => submittedSchema.parse(data), {
        method: 'POST',
        path: `${base}attempt/${id}/submit/`,
        headers: { ...own(token), 'Idempotency-Key': key },
        json,
        isSession: false,
      }),
    getAttempt: ({ base, id }, device) =>
      call((data) => attemptSchema.parse(data), {
        method: 'GET',
        path: `${base}attempt/${id}/?device_id=${device}`,
        ...session,
      }),
    postLease: ({ base, id }, json) =>
      call((data) => attemptSchema.parse(data), {
        method: 'POST',
        path: `${base}attempt/${id}/lease/`,
        json,
        ...session,
      }),
    postStart: (base, json, key) =>
      call((data) => attemptSchema.parse(data), {
        method: 'POST',
        path: `${base}attempt/`,
        json,
        headers: { 'Idempotency-Key': key },
        isSession: true,
      }),
  };
}
