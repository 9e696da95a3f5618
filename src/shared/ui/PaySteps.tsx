import { Link } from 'react-router-dom';
import styles from './PaySteps.module.css';

/** The steps from the cart to the order, in their order (money.md 6). */
const steps = [
  { key: 'cart', label: 'カート' },
  { key: 'method', label: '支払い方法' },
  { key: 'details', label: '入力' },
  { key: 'confirm', label: '確認' },
  { key: 'done', label: '完了' },
] as const;

/** A step of buying. */
export type PayStep = (typeof steps)[number]['key'];

const texts = {
  label: '購入の手順',
  done: '済み:',
  back: (label: string) => `${label}に戻る`,
} as const;

/**
 * Shows how far a buyer is between the cart and the order. An earlier step is a link if `links` has its page; after the
 * order there are none. On a phone only the current step shows its name.
 *
 * @param skipped steps that this order does not have, for example the payment if it costs nothing.
 */
export function PaySteps({
  current,
  links = {},
  skipped = [],
}: {
  current: PayStep;
  links?: Partial<Record<PayStep, string>>;
  skipped?: readonly PayStep[];
}) {
  const shown = steps.filter(({ key }) => !skipped.includes(key));
  const at = shown.findIndex(({ key }) => key === current);
  return (
    <nav className={styles.room} aria-label={texts.label} data-print="hide">
      <ol className={styles.steps}>
        {shown.map(({ key, label }, index) => {
          const state = index < at ? 'done' : index === at ? 'here' : 'ahead';
          const to = state === 'done' ? links[key] : undefined;
          const inside = (
            <>
              <span className={styles.dot} aria-hidden="true">
                {state === 'done' ? '✓' : index + 1}
              </span>
              {state === 'done' && !to && <span className="visually-hidden">{texts.done}</span>}
              <span className={styles.label}>{label}</span>
            </>
          );
          return (
            <li
              key={key}
              className={styles.step}
              data-state={state}
              aria-current={state === 'here' ? 'step' : undefined}
            >
              {to ? (
                <Link to={to} className={styles.part} aria-label={texts.back(label)}>
                  {inside}
                </Link>
              ) : (
                <span className={styles.part}>{inside}</span>
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
