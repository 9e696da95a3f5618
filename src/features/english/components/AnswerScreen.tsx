import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { SubjectResult } from '#contracts/examResult.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { askSingle, useSingle } from '#shared/lib/mirror/single.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { attemptSession } from '#shared/lib/review/sessionId.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { answerOf } from '../api.ts';
import { texts } from '../texts.ts';
import { practicePath, selfMarkingPath } from '../useTests.ts';
import styles from './English.module.css';

/** Marks wait for answers of the device; epoch ms. */
function Awaited({ until }: { until: number | null }) {
  if (until === null) return null;
  return (
    <StateCard picture="clock" title={texts.marking}>
      {texts.markingUntil(examMoment(until, serverNow()))}
    </StateCard>
  );
}

/** The review of this attempt's questions; the whole review while there are no marks. */
function reviewOf({ report }: SubjectResult): string {
  const attempt = report?.attempt ?? null;
  return attempt === null ? paths.review() : paths.reviewSession(attemptSession(attempt));
}

/** Where the taker still has to give points; `null`: nowhere, or the criteria are not open. */
function markingOf(id: string, { report, answers }: SubjectResult): string | null {
  if (report?.note !== 'self' || report.attempt === null || !answers) return null;
  return selfMarkingPath(id, report.attempt);
}

/** What is written counts once its taker has marked it: until then the score is too low, which is said here. */
function SelfOpen({ to }: { to: string | null }) {
  if (to === null) return null;
  return (
    <div className={styles.part}>
      <p>{texts.selfOpen}</p>
      <div className={styles.buttons}>
        <ActionLink to={to}>{texts.toSelfMarking}</ActionLink>
      </div>
    </div>
  );
}

/**
 * `/mypage/english/{id}/answer`: right and wrong answers, explanations, scripts, and the sound as often as one likes.
 * `table`: draws the questions; `renew` asks for the same result anew.
 */
export function AnswerScreen({
  id,
  table,
}: {
  id: string;
  table: (result: SubjectResult, renew: () => Promise<SubjectResult>) => ReactNode;
}) {
  const [address] = useSearchParams();
  const asked = answerOf(id, address.get('attempt') ?? '');
  const answer = useSingle(asked);
  const back = <ActionLink to={paths.english()}>{texts.back}</ActionLink>;
  return (
    <div className={styles.page}>
      <PageHeader title={texts.answerTitle} />
      {isNotFound(answer.error) ? (
        <StateCard picture="clock" title={texts.answerClosed} actions={back} />
      ) : (
        <MirrorView mirror={answer} shape={<TextSkeleton lines={8} />}>
          {(shown) => (
            <div className={styles.page}>
              {answer.isStale && <ListStatus mirror={answer} />}
              <Awaited until={parseTime(shown.late_until)} />
              <SelfOpen to={markingOf(id, shown)} />
              {table(shown, () => askSingle(asked))}
              <div className={styles.buttons}>
                <ActionLink to={reviewOf(shown)} look="primary">
                  {texts.toReview}
                </ActionLink>
                {shown.answers && <ActionLink to={practicePath(id)}>{texts.practise}</ActionLink>}
                {back}
              </div>
            </div>
          )}
        </MirrorView>
      )}
    </div>
  );
}
