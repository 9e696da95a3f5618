import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import styles from './SectionHead.module.css';

/** The heading of a part of a screen, with a link to the full list. */
export function SectionHead({
  id,
  title,
  to,
  all,
}: {
  id: string;
  title: string;
  to: string;
  /** Text of the link. */
  all: string;
}) {
  return (
    <div className={styles.head}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <Link to={to} className={styles.all}>
        {all}
        <IconChevronRight size={18} aria-hidden="true" />
      </Link>
    </div>
  );
}
