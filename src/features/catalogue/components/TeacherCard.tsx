import { Link } from 'react-router-dom';
import type { TeacherCard as Teacher } from '#contracts/catalogue.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { Portrait } from './Portrait.tsx';
import styles from './TeacherCard.module.css';

/** A teacher. The whole card is one real link to their page. */
export function TeacherCard({ teacher, level = 2 }: { teacher: Teacher; level?: 2 | 3 }) {
  const Heading = `h${level}` as const;
  const subjects = teacher.subjects.filter(({ name }) => name !== '');
  return (
    <article className={styles.card} data-testid="teacher-card">
      <Portrait teacher={teacher} />
      <div className={styles.body}>
        <Heading className={styles.name}>
          <Link to={paths.teacher(teacher.id)} className={styles.link}>
            {teacher.name}
          </Link>
          <span className={styles.kana}>{teacher.kana}</span>
        </Heading>
        <p className={styles.chips}>
          {subjects.map(({ id, name }) => (
            <Chip key={id} tone="blue">
              {name}
            </Chip>
          ))}
        </p>
        <p className={styles.words}>{teacher.catch_copy}</p>
      </div>
    </article>
  );
}
