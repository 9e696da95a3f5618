import { cvsCodes } from '#contracts/shopCheckout.ts';
import type { ShownMethod } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Payment.module.css';

/** One of the payment methods to choose from. */
export function Way({
  method,
  closed,
  isChosen,
  facts,
  onChoose,
}: {
  method: ShownMethod;
  /** Why it cannot be used. */
  closed: string | null;
  isChosen: boolean;
  /** A note, if the method works differently than for other goods. */
  facts?: readonly string[];
  onChoose: () => void;
}) {
  const { names, facts: usual, brands, stores } = texts.method;
  return (
    <label className={styles.way}>
      <input
        type="radio"
        name="method"
        value={method}
        checked={isChosen}
        disabled={closed !== null}
        aria-describedby={`way-${method}`}
        onChange={onChoose}
        data-testid={`pay-method-${method}`}
      />
      <span className={styles.wayName}>{names[method]}</span>
      <span id={`way-${method}`} className={closed === null ? styles.wayFacts : styles.closed}>
        {closed ?? (
          <>
            {method === 'card' && <span className={styles.line}>{`${brands}\n`}</span>}
            {method === 'cvs' && (
              <span className={styles.line}>{`${stores(cvsCodes.map((code) => texts.stores[code]))}\n`}</span>
            )}
            <span className={styles.line}>{(facts ?? usual[method]).join('\n')}</span>
          </>
        )}
      </span>
    </label>
  );
}
