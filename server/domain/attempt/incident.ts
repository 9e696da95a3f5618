import { eq } from 'drizzle-orm';
import type { IncidentInput } from '#contracts/examAttempt.ts';
import { lateMs, leastTroubleMs } from '#contracts/examDeadline.ts';
import type { Tx } from '../../db/client.ts';
import { examIncidents } from '../../db/schema/examLog.ts';
import type { Deps } from '../../deps.ts';
import { ApiError, invalid } from '../../errors.ts';
import type { Held } from './load.ts';
import { incidentNo } from './receipt.ts';

/** How far a device's clock may be beside ours, milliseconds. */
const besideMs = 3 * 60_000;

/**
 * Takes a taker's report of own trouble, once for each subject; the same report again gets the same number. It is
 * taken until a day after the end of the subject's time, whoever or whatever ended it. 400 for a time that is too short or
 * not within this attempt, 409 `already_reported`, `closed`.
 */
export async function reportIncident(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'keys'>,
  { attempt }: Held,
  input: IncidentInput,
): Promise<string> {
  const [from, to] = [Date.parse(input.from), Date.parse(input.to)];
  const now = deps.clock.now();
  if (to - from < leastTroubleMs) throw invalid({ to: ['3分以上続いたトラブルを報告できます。'] });
  const isWithin =
    from >= attempt.startedAt.getTime() - besideMs &&
    to <= now + besideMs &&
    from < attempt.deadline.getTime();
  if (!isWithin) throw invalid({ from: ['この科目を受けていた時間を入力してください。'] });
  const [known] = await tx.select().from(examIncidents).where(eq(examIncidents.attemptId, attempt.id));
  if (known) {
    const isSame = known.from.getTime() === from && known.to.getTime() === to && known.body === input.body;
    if (isSame) return known.no;
    throw new ApiError(409, 'already_reported', `この科目は報告済みです(受付番号 ${known.no})。`, {
      data: { no: known.no },
    });
  }
  if (now >= attempt.deadline.getTime() + lateMs)
    throw new ApiError(409, 'closed', '報告できるのは、科目の終了時刻から24時間までです。');
  const no = incidentNo(deps.keys, attempt.id);
  await tx.insert(examIncidents).values({
    no,
    attemptId: attempt.id,
    kind: input.kind,
    from: new Date(from),
    to: new Date(to),
    body: input.body,
    created: new Date(now),
  });
  return no;
}
