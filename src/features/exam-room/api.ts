import { type Checkresult, checkresultSchema } from '#contracts/examAttempt.ts';
import { getJson } from '#shared/lib/http/json.ts';

/** GET …/checkresult/?subject=: how a subject that was handed in stands, as far as it may be told. */
export function getCheckresult(base: string, subject: string, signal: AbortSignal): Promise<Checkresult> {
  return getJson(`${base}checkresult/`, {
    query: { subject },
    schema: checkresultSchema,
    signal,
    whileMaintenance: 'stay',
  });
}
