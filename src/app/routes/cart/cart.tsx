import { CartScreen } from '#features/cart/components/CartScreen.tsx';
import { useKeepForLater } from './useKeepForLater.ts';

/** `/cart`: for everybody; learners can keep a course for later among their bookmarks. */
export function Component() {
  return <CartScreen keepForLater={useKeepForLater()} />;
}
