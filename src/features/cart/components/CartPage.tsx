import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { PaySteps } from '#shared/ui/PaySteps.tsx';
import { frameTexts } from '../frameTexts.ts';
import type { KeepForLater } from '../model.ts';
import styles from './CartScreen.module.css';
import { CartShape } from './CartShape.tsx';

/**
 * The part that reads the server's answers is loaded beside the frame: a guest's first page has a size budget
 * (performance.md 3).
 */
const load = loadAgain(() => import('./CartScreen.tsx'));

/**
 * `/cart` (product.md 2.2.D): the items, the total, and the button to buy. `keepForLater` exists for learners whose
 * bookmarks can be changed.
 */
export function CartPage({ keepForLater }: { keepForLater?: KeepForLater | undefined }) {
  return (
    <div className={styles.page}>
      <PaySteps current="cart" />
      <PageHeader title={frameTexts.title} inShell={false} />
      <LatePart load={load} waiting={<CartShape />}>
        {({ CartScreen }) => <CartScreen keepForLater={keepForLater} />}
      </LatePart>
    </div>
  );
}
