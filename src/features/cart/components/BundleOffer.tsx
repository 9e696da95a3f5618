import type { CartBundle } from '#contracts/shopCart.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { takeBundle } from '#shared/lib/shop/cart.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import { useChange } from '../useChange.ts';
import styles from './BundleOffer.module.css';

/** Several courses at one price, some of which are in the cart: the contents, the price, and a button to take it. */
export function BundleOffer({
  bundle,
  isOffline,
  onTaken,
}: {
  bundle: CartBundle;
  isOffline: boolean;
  onTaken: () => void;
}) {
  const { running, failure, run } = useChange();
  const { name, price, list_price, access_days, contents } = bundle;
  const take = async () => {
    if (!(await run('bundle', () => takeBundle(bundle)))) return;
    blueAlert.show(texts.bundleTaken(name));
    onTaken();
  };
  return (
    <section className={styles.offer} aria-labelledby="bundle-heading" data-testid="bundle-offer">
      <h2 id="bundle-heading" className={styles.heading}>
        {texts.bundleHeading}
      </h2>
      <SummaryBox title={texts.failed} failure={failure} testId="bundle-error" />
      <h3 className={styles.name}>{name}</h3>
      <p>{texts.bundleBody(contents.length)}</p>
      <ul className={styles.contents}>
        {contents.map((content) => (
          <li key={content}>{content}</li>
        ))}
      </ul>
      <p className={styles.price}>
        <strong>{texts.yen(price)}</strong>
        {list_price !== null && list_price > price && (
          <span className={styles.small}>{texts.bundleSaving(list_price - price)}</span>
        )}
      </p>
      {access_days !== null && <p className={styles.small}>{texts.accessDays(access_days)}</p>}
      <div>
        <ActionButton
          disabled={isOffline || running !== null}
          aria-busy={running !== null}
          onClick={() => void take()}
          data-testid="bundle-take"
        >
          {texts.bundleTake}
        </ActionButton>
      </div>
    </section>
  );
}
