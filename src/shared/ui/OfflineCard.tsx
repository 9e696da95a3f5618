import { useSession } from '#shared/lib/account/useSession.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from './Action.tsx';
import { StateCard } from './StateCard.tsx';
import { texts } from './texts.ts';

/**
 * The offline card: this screen was never opened with a connection, so there is nothing to show. It links learners to
 * what is on the device (offline.md 6.8).
 */
export function OfflineCard({ onRetry, level = 2 }: { onRetry?: () => void; level?: 1 | 2 | 3 }) {
  const { state } = useSession();
  return (
    <StateCard
      picture="offline"
      title={texts.offlineTitle}
      level={level}
      testId="list-error"
      actions={
        <>
          {onRetry && (
            <ActionButton data-testid="list-retry" look="primary" onClick={onRetry}>
              {texts.retry}
            </ActionButton>
          )}
          {state !== 'out' && <ActionLink to={paths.course()}>{texts.toLibrary}</ActionLink>}
        </>
      }
    >
      {texts.offlineBody}
    </StateCard>
  );
}
