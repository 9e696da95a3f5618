import { Link } from 'react-router-dom';
import styles from './Doors.module.css';

/** An entrance to the site for one kind of visitor. */
export type Door = { to: string; title: string; body: string };

/** The two entrances on the welcome page: for students and for parents (product.md 2.2.A). */
export function Doors({ label, doors }: { label: string; doors: readonly Door[] }) {
  return (
    <nav aria-label={label} className={styles.doors}>
      {doors.map(({ to, title, body }) => (
        <Link key={to} to={to} className={styles.door}>
          <span className={styles.title}>{title}</span>
          <span className={styles.text}>{body}</span>
        </Link>
      ))}
    </nav>
  );
}
