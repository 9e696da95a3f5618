import styles from './CourseFilter.module.css';
import { SelectField } from './SelectField.tsx';
import { texts } from './texts.ts';

/** Chooses one course of a list, or all. Hidden while there is no choice. */
export function CourseFilter({
  courses,
  chosen,
  onChoose,
}: {
  courses: readonly { id: string; name: string }[];
  /** Id of the course; empty: all. */
  chosen: string;
  onChoose: (course: string) => void;
}) {
  if (courses.length < 2 && chosen === '') return null;
  const options = courses.map(({ id, name }) => ({ value: id, label: name }));
  return (
    <div className={styles.filter}>
      <SelectField
        label={texts.courseFilter}
        hideLabel={true}
        value={chosen}
        options={[{ value: '', label: texts.allCourses }, ...options]}
        onChange={onChoose}
      />
    </div>
  );
}
