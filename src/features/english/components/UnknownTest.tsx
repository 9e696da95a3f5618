import { UnknownExam } from '#shared/exam/UnknownExam.tsx';
import { isOutage } from '#shared/lib/errors.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import type { Unlisted } from '../model.ts';
import { texts } from '../texts.ts';

/** `/mypage/english/{id}` while neither the list of tests nor this device says what the test is. */
export function UnknownTest({
  tests: { error, retry },
  why,
}: {
  tests: Pick<Mirror<unknown>, 'error' | 'retry'>;
  why: Exclude<Unlisted, 'none'>;
}) {
  return (
    <UnknownExam
      why={why === 'failed' && isOutage(error) ? 'away' : why}
      error={error}
      words={{ title: texts.away, body: texts.awayBody, retry: texts.retry }}
      back={<ActionLink to={paths.english()}>{texts.back}</ActionLink>}
      onRetry={retry}
    />
  );
}
