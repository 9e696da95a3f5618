import { CartPage } from '#features/cart/components/CartPage.tsx';
import { useKeepForLater } from './useKeepForLater.ts';

/** `/cart`: for everybody; learners can keep a course for later as a bookmark. */
export function Component() {
  return <CartPage keepForLater={useKeepForLater()} />;
}
