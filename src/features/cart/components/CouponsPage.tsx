import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { PaySteps } from '#shared/ui/PaySteps.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';
import { frameTexts } from '../frameTexts.ts';

/** The form and the coupons are loaded beside the frame: a guest's first page has a size budget (performance.md 3). */
const load = loadAgain(() => import('./CouponsScreen.tsx'));

/** `/cart/coupon` (product.md 2.2.D): its frame; then a field for a code, or one of the member's coupons. */
export function CouponsPage() {
  return (
    <>
      <PaySteps current="cart" />
      <PageHeader title={frameTexts.couponsTitle} inShell={false} lead={frameTexts.couponsLead} />
      <LatePart load={load} waiting={<Skeleton height="10rem" radius="1rem" />}>
        {({ CouponsScreen }) => <CouponsScreen />}
      </LatePart>
    </>
  );
}
