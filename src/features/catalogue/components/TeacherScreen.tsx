import type { Teacher } from '#contracts/catalogue.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useStructuredData } from '#shared/lib/pages/useStructuredData.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { Chip } from '#shared/ui/Chip.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { teacherTexts } from '../teacherTexts.ts';
import { useTeacher } from '../useCatalogue.ts';
import { CourseGrid } from './CourseGrid.tsx';
import { Portrait } from './Portrait.tsx';
import { SampleLesson } from './SampleLesson.tsx';
import styles from './TeacherScreen.module.css';

/** `/teacher/{id}` (product.md 2.2.A). A teacher who does not exist shows the not-found screen. */
export function TeacherScreen({ id }: { id: string }) {
  const teacher = useTeacher(id);
  if (isNotFound(teacher.error)) throw teacher.error;
  return (
    <MirrorView mirror={teacher} shape={<TextSkeleton />}>
      {(shown) => (
        <>
          {teacher.isStale && <ListStatus mirror={teacher} />}
          <TeacherView teacher={shown} onReload={teacher.retry} />
        </>
      )}
    </MirrorView>
  );
}

function TeacherView({ teacher, onReload }: { teacher: Teacher; onReload: () => void }) {
  usePageName(teacher.name);
  useStructuredData(teacher.id, async () => (await import('../structured.ts')).teacherData(teacher));
  const subjects = teacher.subjects.filter(({ name }) => name !== '');
  return (
    <>
      <div className={styles.head}>
        <Portrait teacher={teacher} isLarge={true} />
        <div className={styles.words}>
          <h1 className={styles.name} tabIndex={-1}>
            {teacher.name}
          </h1>
          <p className={styles.kana}>{teacher.kana}</p>
          <p className={styles.chips}>
            {subjects.map(({ id, name }) => (
              <Chip key={id} tone="blue">
                {name}
              </Chip>
            ))}
          </p>
          <p className={styles.copy}>{teacher.catch_copy}</p>
        </div>
      </div>
      {teacher.courses.length > 0 && (
        <ActionLink
          to={`${paths.catalogue()}?teacher=${teacher.id}`}
          look="primary"
          className={styles.action}
        >
          {teacherTexts.toTeacherCourses}
        </ActionLink>
      )}
      <Words id="career" title={teacherTexts.career} text={teacher.career} />
      <Words id="message" title={teacherTexts.message} text={teacher.message} />
      {teacher.sample && (
        <div className={styles.section}>
          <SampleLesson sample={teacher.sample} poster={null} onReload={onReload} />
        </div>
      )}
      <section className={styles.section} aria-labelledby="courses-heading">
        <h2 id="courses-heading" className={styles.heading}>
          {teacherTexts.teacherCourses}
        </h2>
        {teacher.courses.length > 0 ? (
          <CourseGrid courses={teacher.courses} label={teacherTexts.teacherCourses} level={3} />
        ) : (
          <>
            <p>{teacherTexts.noTeacherCourses}</p>
            <ActionLink to={paths.teachers()} className={styles.action}>
              {teacherTexts.toTeachers}
            </ActionLink>
          </>
        )}
      </section>
    </>
  );
}

function Words({ id, title, text }: { id: string; title: string; text: string }) {
  if (text === '') return null;
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {title}
      </h2>
      <p className={styles.text}>{text}</p>
    </section>
  );
}
