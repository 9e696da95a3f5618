import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { readTabDraft } from '../tabDraft.ts';
import { texts } from '../texts.ts';
import { LostCard } from './LostCard.tsx';

/**
 * For a member whose cart has nothing to order, or whose offer is not there. They may have just ordered, in this tab or
 * in another one, and gone back: only the order says whether something was charged, so the page leads there, too.
 */
export function LostCart({ owner, children = texts.lost.cart }: { owner: string; children?: string }) {
  const { order } = readTabDraft(owner);
  return (
    <LostCard
      more={
        <ActionLink to={order ? paths.historyDetail(order) : paths.history()}>
          {order ? texts.lost.toOrder : texts.lost.toHistory}
        </ActionLink>
      }
    >
      {children}
    </LostCard>
  );
}
