import type { OutboxError } from '../db/outboxRow.ts';
import { HttpError, isOutage } from '../errors.ts';

/**
 * What a failed try means for its entry.
 *
 * `keep`: try again later, others may still get through · `halt`: nothing gets through now, leave everything as it is ·
 * `refuse`: the server will never accept it, the learner has to decide.
 */
export type Verdict =
  | { kind: 'keep'; retryAfterMs: number; error: OutboxError }
  | { kind: 'halt'; isTried: boolean; retryAfterMs: number; error: OutboxError }
  | { kind: 'refuse'; error: OutboxError };

/** Statuses after which the same request may succeed (offline.md 5.5; 409 is a state, never retried). */
const passing = new Set([408, 425]);

/**
 * Judges a failed try (offline.md 5.5). No answer, the time limit, maintenance and 429 stop the whole outbox. 408, 425
 * and 5xx keep the entry. A 401 ends the session and leaves the entry unchanged, and so does any failure that is not an
 * answer of the server (an ended session, a logout in progress). A learner who must first choose a new password can
 * send nothing until then. Every other 4xx is final.
 */
export function judge(error: unknown): Verdict {
  const told = outboxError(error);
  const halt = (isTried: boolean, retryAfterMs = 0): Verdict => ({
    kind: 'halt',
    isTried,
    retryAfterMs,
    error: told,
  });
  if (isOutage(error)) return halt(true);
  if (!(error instanceof HttpError) || error.status === 401) return halt(false);
  const retryAfterMs = (error.retryAfter ?? 0) * 1000;
  if (error.status === 429 || error.code === 'password_change_required') return halt(true, retryAfterMs);
  if (error.status >= 500 || passing.has(error.status)) return { kind: 'keep', retryAfterMs, error: told };
  return { kind: 'refuse', error: told };
}

function outboxError(error: unknown): OutboxError {
  if (!(error instanceof HttpError)) return { status: 0, code: '', detail: '', request_id: '', data: null };
  const { status, code, detail, requestId, data } = error;
  return { status, code, detail, request_id: requestId, data };
}
