import { useEffect, useRef } from 'react';
import { controlTexts } from './controlTexts.ts';
import styles from './Form.module.css';

/**
 * A box with what went wrong; it takes the focus when a text appears. Used alone where no field can be wrong, or where
 * the form is not on the screen; a form uses `ErrorSummary`.
 */
export function SummaryBox({
  title,
  failure,
  links = [],
  testId = 'form-error',
}: {
  /** Heading above the message: what could not be done. */
  title: string;
  failure: string | null;
  /** Fields by id, and the error of each. */
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

/** What went wrong, at the top of a form: one message, or links to the fields (product.md 2.0.3). */
export function ErrorSummary<Name extends string>({
  title,
  failure,
  errors,
  order,
  idOf,
  testId,
}: {
  /** Heading above the message: what could not be done. */
  title: string;
  failure: string | null;
  errors: Partial<Record<Name, string>>;
  /** The fields in their order on the page. */
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

/** A link into the form moves the focus but does not change the address. */
function focusTarget(event: React.MouseEvent<HTMLAnchorElement>): void {
  event.preventDefault();
  document.getElementById(event.currentTarget.hash.slice(1))?.focus();
}
