import { isOutage } from '#shared/lib/errors.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ErrorCard } from '#shared/ui/ErrorCard.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import type { Unlisted } from '../model.ts';
import { texts } from '../texts.ts';

/**
 * `/mypage/english/{id}` while neither the list of tests nor this device says what the test is. Who has begun it on
 * another device is told that nothing is lost.
 */
export function UnknownTest({
  tests: { error, retry },
  why,
}: {
  tests: Pick<Mirror<unknown>, 'error' | 'retry'>;
  why: Exclude<Unlisted, 'none'>;
}) {
  if (why === 'waiting') return <Loading shape={<TextSkeleton lines={6} />} onReload={retry} />;
  const back = <ActionLink to={paths.english()}>{texts.back}</ActionLink>;
  if (why === 'failed' && !isOutage(error))
    return <ErrorCard error={error} onRetry={retry} level={1} action={back} />;
  return (
    <StateCard
      picture="offline"
      title={texts.away}
      level={1}
      testId="exam-away"
      actions={
        <>
          <ActionButton data-testid="list-retry" look="primary" onClick={retry}>
            {texts.retry}
          </ActionButton>
          {back}
        </>
      }
    >
      {texts.awayBody}
    </StateCard>
  );
}
