import styles from './MailHelp.module.css';
import { formTexts } from './texts.ts';

/** What to do when a mail does not arrive; mobile carriers block many of them (product.md 2.2.C). */
export function MailHelp() {
  const { title, steps } = formTexts.mailHelp;
  return (
    <details className={styles.help}>
      <summary>{title}</summary>
      <ul>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ul>
    </details>
  );
}
