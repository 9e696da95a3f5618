import { type Checkresult, checkresultSchema } from '#contracts/examAttempt.ts';
import { type SubjectResult, subjectResultSchema } from '#contracts/examResult.ts';
import { getJson } from '#shared/lib/http/json.ts';

/**
 * GET …/checkresult/?subject=: the state of a subject that was handed in, as far as it may be shown. `attempt`: which
 * one; `null`: the last real one.
 */
export function getCheckresult(
  base: string,
  { subject, attempt }: { subject: string; attempt: string | null },
  signal: AbortSignal,
): Promise<Checkresult> {
  return getJson(`${base}checkresult/`, {
    query: { subject, ...(attempt !== null && { attempt }) },
    schema: checkresultSchema,
    signal,
    whileMaintenance: 'stay',
  });
}

/** GET …/result/{attempt}/: each question of an ended attempt with its names, and explanations once they are open. */
export function getSubjectResult(base: string, attempt: string, signal: AbortSignal): Promise<SubjectResult> {
  return getJson(`${base}result/${encodeURIComponent(attempt)}/`, {
    schema: subjectResultSchema,
    signal,
    whileMaintenance: 'stay',
  });
}
