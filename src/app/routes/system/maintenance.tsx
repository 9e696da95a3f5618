import { useCallback } from 'react';
import { useNavigate } from 'react-router-dom';
import { MaintenanceCard } from '#features/maintenance/components/MaintenanceCard.tsx';
import { StoredLists } from '#features/maintenance/components/StoredLists.tsx';
import { texts } from '#features/maintenance/texts.ts';
import { useReturn } from '#features/maintenance/useReturn.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';

/** `/maintenance`: the info of the last 503; returns to the former page when the server answers (product.md 2.2.B). */
export function Component() {
  const navigate = useNavigate();
  const { state } = useSession();
  const handleOver = useCallback(
    (from: string | null) => {
      if (from !== null) void navigate(from, { replace: true });
    },
    [navigate],
  );
  const { info, look, retry } = useReturn(handleOver);
  const isHere = useIsHere();
  // A prerendered page: the build does not know the server's state.
  if (!isHere) {
    return (
      <StateCard picture="tools" level={1} title={texts.page} testId="maintenance">
        <p role="status">{texts.looking}</p>
        <p>{texts.kept}</p>
      </StateCard>
    );
  }
  if (!info) {
    return (
      <StateCard
        picture="tools"
        level={1}
        title={texts.over}
        testId="maintenance"
        actions={<ActionLink to={paths.home()}>{texts.toTop}</ActionLink>}
      >
        <p>{texts.overBody}</p>
      </StateCard>
    );
  }
  return (
    <MaintenanceCard info={info} look={look} onRetry={() => void retry()}>
      {state === 'in' && <StoredLists />}
    </MaintenanceCard>
  );
}
