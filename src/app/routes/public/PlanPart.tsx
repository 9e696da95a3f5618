import { PlanStripShape } from '#features/subscription/components/PlanStripShape.tsx';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';

const load = loadAgain(() => import('#features/subscription/components/PlanOffers.tsx'));

/** The plans on the page for parents: the current offers, which a prerendered page cannot know. */
export function PlanPart() {
  return (
    <LatePart load={load} waiting={<PlanStripShape />}>
      {({ PlanOffers }) => <PlanOffers />}
    </LatePart>
  );
}
