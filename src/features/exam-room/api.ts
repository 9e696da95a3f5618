import { type Checkresult, checkresultSchema } from '#contracts/examAttempt.ts';
import { type SubjectResult, subjectResultSchema } from '#contracts/examResult.ts';
import { getJson } from '#shared/lib/http/json.ts';

/** GET …/checkresult/?subject=&attempt=: the state of an attempt that was handed in, as far as it may be shown. */
export function getCheckresult(
  base: string,
  { subject, attempt }: { subject: string; attempt: string },
  signal: AbortSignal,
): Promise<Checkresult> {
  return getJson(`${base}checkresult/`, {
    query: { subject, attempt },
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
