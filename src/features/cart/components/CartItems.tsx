import { Link } from 'react-router-dom';
import type { CartItem } from '#contracts/shopCart.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { putBack, removeFromCart } from '#shared/lib/shop/cart.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { CourseThumb } from '#shared/ui/CourseThumb.tsx';
import { undoOffer } from '#shared/ui/undo.ts';
import { isKeepable, type KeepForLater } from '../model.ts';
import { texts } from '../texts.ts';
import { useChange } from '../useChange.ts';
import styles from './CartItems.module.css';

/** Removes an item, and offers to undo this for a while. `alsoUndo`: undoes what else was done with the item. */
async function takeOut(item: CartItem, told: string, alsoUndo?: () => void): Promise<void> {
  await removeFromCart(item);
  undoOffer.show(told, () => {
    alsoUndo?.();
    putBack(item.product_id).catch(() => blueAlert.show(texts.notBack));
  });
}

/** The items in the cart. */
export function CartItems({
  items,
  isOffline,
  keepForLater,
  onGone,
}: {
  items: readonly CartItem[];
  isOffline: boolean;
  keepForLater: KeepForLater | undefined;
  onGone: () => void;
}) {
  const { running, failure, run } = useChange();
  const change = async (item: CartItem, work: () => Promise<void>) => {
    if (await run(item.id, work)) onGone();
  };
  const remove = (item: CartItem) => change(item, () => takeOut(item, texts.removed(item.name)));
  const keep = (item: CartItem, keepItem: KeepForLater) =>
    change(item, async () => {
      const undo = await keepItem(item);
      await takeOut(item, texts.movedToLater(item.name), undo);
    });
  return (
    <>
      <SummaryBox title={texts.failed} failure={failure} testId="cart-error" />
      <ul className={styles.list}>
        {items.map((item) => (
          <li key={item.id} className={styles.item} data-testid="cart-item" aria-busy={running === item.id}>
            <ItemFacts item={item} />
            <div className={styles.foot}>
              <ItemPrice item={item} />
              <div className={styles.actions}>
                {keepForLater && isKeepable(item) && (
                  <ActionButton
                    look="quiet"
                    disabled={isOffline || running !== null}
                    aria-label={texts.laterItem(item.name)}
                    onClick={() => void keep(item, keepForLater)}
                  >
                    {texts.later}
                  </ActionButton>
                )}
                <ActionButton
                  look="quiet"
                  disabled={isOffline || running !== null}
                  aria-label={texts.removeItem(item.name)}
                  data-testid="cart-remove"
                  onClick={() => void remove(item)}
                >
                  {texts.remove}
                </ActionButton>
              </div>
            </div>
          </li>
        ))}
      </ul>
    </>
  );
}

function ItemFacts({ item }: { item: CartItem }) {
  const { name, thumbnail, access_days, is_subscription, course, exam, contents } = item;
  const to = course === null ? exam && paths.mockexamTop(exam) : paths.catalogueCourse(course);
  return (
    <>
      <div className={styles.thumb}>
        <CourseThumb name={name} src={thumbnail} eager={true} />
      </div>
      <div className={styles.facts}>
        <h3 className={styles.name}>{to === null ? name : <Link to={to}>{name}</Link>}</h3>
        {exam !== null && <p className={styles.days}>{texts.examFee}</p>}
        {is_subscription && <p className={styles.days}>{texts.subscription}</p>}
        {access_days !== null && <p className={styles.days}>{texts.accessDays(access_days)}</p>}
        {contents.length > 1 && (
          <details className={styles.contents}>
            <summary>{texts.contents(contents.length)}</summary>
            <ul>
              {contents.map((content) => (
                <li key={content}>{content}</li>
              ))}
            </ul>
          </details>
        )}
        {item.warning && <p className={styles.warning}>{item.warning}</p>}
      </div>
    </>
  );
}

function ItemPrice({ item: { unit_price, list_price } }: { item: CartItem }) {
  return (
    <p className={styles.price}>
      <strong>{texts.yen(unit_price)}</strong>
      {list_price !== null && list_price > unit_price && (
        <span className={styles.usual}>{texts.listPrice(list_price)}</span>
      )}
    </p>
  );
}
