import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Order } from '#contracts/shopOrder.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { addToCart } from '#shared/lib/shop/cart.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import styles from './Order.module.css';

const words = texts.detail;

/** Puts the items of an order that ended without payment into the cart again, if they are still sold. */
export function Reorder({ order }: { order: Order }) {
  const navigate = useNavigate();
  const isOffline = useConnectivity().state === 'offline';
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  if (order.kind !== 'sale') return null;

  const again = async () => {
    setBusy(true);
    setFailure(null);
    let isAny = false;
    let last: unknown = null;
    for (const { product_id } of order.items) {
      try {
        await addToCart(product_id);
        isAny = true;
      } catch (error) {
        last = error;
      }
    }
    setBusy(false);
    if (!isAny) return setFailure(describeFailure(last));
    blueAlert.show(words.reordered);
    void navigate(paths.cart());
  };
  return (
    <>
      <SummaryBox title={words.notReordered} failure={failure} testId="order-error" />
      <div className={styles.actions}>
        <ActionButton
          look="primary"
          disabled={isBusy || isOffline}
          onClick={() => void again()}
          data-testid="order-again"
        >
          {words.reorder}
        </ActionButton>
      </div>
      {isOffline && <p className={styles.small}>{texts.online}</p>}
    </>
  );
}
