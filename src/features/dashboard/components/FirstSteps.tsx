import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { texts } from '../texts.ts';
import styles from './FirstSteps.module.css';

/** The first day: three steps from an empty page to a marked lesson (product.md 2.3.E). */
export function FirstSteps({ withAction }: { withAction: boolean }) {
  return (
    <section className={styles.card} aria-labelledby="first-steps">
      <h2 id="first-steps" className={styles.heading}>
        {texts.stepsHeading}
      </h2>
      <ol className={styles.steps}>
        {texts.steps.map(({ title, body }, place) => (
          <li key={title} className={styles.step}>
            <span className={styles.number} aria-hidden="true">
              {place + 1}
            </span>
            <div>
              <h3 className={styles.title}>{title}</h3>
              <p className={styles.body}>{body}</p>
            </div>
          </li>
        ))}
      </ol>
      {withAction && (
        <ActionLink to={paths.course()} look="primary" className={styles.action}>
          {texts.stepsAction}
        </ActionLink>
      )}
    </section>
  );
}
