import { useEffect, useRef } from 'react';
import { controlTexts } from './controlTexts.ts';
import styles from './Form.module.css';

/** What went wrong, at the top of the form: one message, or links to the fields (product.md 2.0.3). */
export function ErrorSummary<Name extends string>({
  title,
  failure,
  errors,
  order,
  idOf,
  testId = 'form-error',
}: {
  /** Stands above the message: what could not be done. */
  title: string;
  failure: string | null;
  errors: Partial<Record<Name, string>>;
  /** The fields as they stand in the form. */
  order: readonly Name[];
  idOf: (name: Name) => string;
  testId?: string;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.focus();
  }, [failure]);
  const fields = order.filter((name) => errors[name]);
  if (!failure && fields.length === 0) return null;
  return (
    <div className={styles.summary} role="alert" tabIndex={-1} ref={box} data-testid={testId}>
      <p className={styles.summaryTitle}>{failure ? title : controlTexts.fix}</p>
      {failure ? (
        <p>{failure}</p>
      ) : (
        <ul>
          {fields.map((name) => (
            <li key={name}>
              <a href={`#${idOf(name)}`} onClick={focusTarget}>
                {errors[name]}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** A link into the form moves the focus, not the address. */
function focusTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
