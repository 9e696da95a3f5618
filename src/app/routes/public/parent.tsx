import { useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { ParentView } from '#features/site/views/ParentView.tsx';
import { texts } from '#features/site/views/parentTexts.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { useIsTakenOver } from '#shared/ui/useIsTakenOver.ts';
import { GuardianPart } from './GuardianPart.tsx';
import { PlanPart } from './PlanPart.tsx';

const loadFamily = loadAgain(() => import('./FamilyPart.tsx'));
const loadOrder = loadAgain(() => import('./GuardianOrderPart.tsx'));

/** The value of a link's parameter; `null`: there is none, or the prerendered page is just being hydrated. */
function useLinkToken(name: 'view' | 'order'): string | null {
  const { search } = useLocation();
  const [isTakenOver, setTakenOver] = useState(useIsTakenOver());
  useLayoutEffect(() => setTakenOver(false), []);
  return isTakenOver ? null : new URLSearchParams(search).get(name);
}

/** `/parent` (product.md 2.2.A): what it costs, what parents see, what keeps a child safe, how to begin and to stop. */
export function Component() {
  const token = useLinkToken('view');
  const order = useLinkToken('order');
  if (order) {
    return (
      <LatePart load={loadOrder} waiting={<p role="status">{texts.checking}</p>}>
        {({ GuardianOrderPart }) => <GuardianOrderPart token={order} />}
      </LatePart>
    );
  }
  if (!token) return <ParentView top={<GuardianPart />} plans={<PlanPart />} />;
  return (
    <LatePart load={loadFamily} waiting={<p role="status">{texts.checking}</p>}>
      {({ FamilyPart }) => <FamilyPart token={token} />}
    </LatePart>
  );
}
