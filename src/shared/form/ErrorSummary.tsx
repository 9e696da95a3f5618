import { useEffect, useRef } from 'react';
import { controlTexts } from './controlTexts.ts';
import styles from './Form.module.css';

/**
 * What went wrong, in a box that takes the focus when a sentence comes. Where no field can be wrong, or where the form
 * itself is not on the screen, this alone; a form has `ErrorSummary`.
 */
export function SummaryBox({
  title,
  failure,
  links = [],
  testId = 'form-error',
}: {
  /** Stands above the message: what could not be done. */
  title: string;
  failure: string | null;
  /** Fields, by their ids, and what is wrong with each. */
  links?: readonly { id: string; message: string | undefined }[];
  testId?: string | undefined;
}) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) box.current?.focus();
  }, [failure]);
  if (!failure && links.length === 0) return null;
  return (
    <div className={styles.summary} role="alert" tabIndex={-1} ref={box} data-testid={testId}>
      <p className={styles.summaryTitle}>{title}</p>
      {failure && <p>{failure}</p>}
      {links.length > 0 && (
        <ul>
          {links.map(({ id, message }) => (
            <li key={id}>
              <a href={`#${id}`} onClick={focusTarget}>
                {message}
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** What went wrong, at the top of the form: one message, or links to the fields (product.md 2.0.3). */
export function ErrorSummary<Name extends string>({
  title,
  failure,
  errors,
  order,
  idOf,
  testId,
}: {
  /** Stands above the message: what could not be done. */
  title: string;
  failure: string | null;
  errors: Partial<Record<Name, string>>;
  /** The fields as they stand in the form. */
  order: readonly Name[];
  idOf: (name: Name) => string;
  testId?: string | undefined;
}) {
  const wrong = failure ? [] : order.filter((name) => errors[name]);
  return (
    <SummaryBox
      title={failure ? title : controlTexts.fix}
      failure={failure}
      links={wrong.map((name) => ({ id: idOf(name), message: errors[name] }))}
      testId={testId}
    />
  );
}

/** A link into the form moves the focus, not the address. */
function focusTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
