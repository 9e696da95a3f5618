import { type Checkresult, checkresultSchema } from '#contracts/examAttempt.ts';
import { getJson } from '#shared/lib/http/json.ts';

/**
 * GET …/checkresult/?subject=: how a subject that was handed in stands, as far as it may be told. `practice`: the attempt that
 * is meant, of those that were made for practice.
 */
export function getCheckresult(
  base: string,
  { subject, practice }: { subject: string; practice: string | null },
  signal: AbortSignal,
): Promise<Checkresult> {
  return getJson(`${base}checkresult/`, {
    query: { subject, ...(practice !== null && { attempt: practice }) },
    schema: checkresultSchema,
    signal,
    whileMaintenance: 'stay',
  });
}
