import { CompletePage } from '#features/order/components/CompletePage.tsx';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';

const loadPlan = loadAgain(() => import('#features/subscription/components/PlanBegun.tsx'));

function renderPlan(owner: string, subscription: string) {
  return (
    <LatePart load={loadPlan} waiting={null}>
      {({ PlanBegun }) => <PlanBegun key={`${owner} ${subscription}`} owner={owner} id={subscription} />}
    </LatePart>
  );
}

/** `/payment/complete` and the pages below it: one screen; the payment method decides what it shows. */
export function Component() {
  return <CompletePage renderPlan={renderPlan} />;
}
