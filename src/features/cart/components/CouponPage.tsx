import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { Skeleton } from '#shared/ui/Skeleton.tsx';

/** Loaded beside the page: a guest's first page has a size budget (performance.md 3). */
const load = loadAgain(() => import('./CouponScreen.tsx'));

/** `/cart/coupon/{id}` (product.md 2.2.D). `id`: from the address. */
export function CouponPage({ id }: { id: string }) {
  return (
    <LatePart load={load} waiting={<Skeleton height="12rem" radius="1rem" />}>
      {({ CouponScreen }) => <CouponScreen key={id} id={id} />}
    </LatePart>
  );
}
