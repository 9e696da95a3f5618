import type { ReactNode } from 'react';
import type { CourseDetail } from '#contracts/catalogue.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { isNotFound } from '#shared/lib/errors.ts';
import { useStructuredData } from '#shared/lib/pages/useStructuredData.ts';
import type { PublicMirror } from '#shared/lib/public/publicAnswer.ts';
import { Chip } from '#shared/ui/Chip.tsx';
import { CourseThumb } from '#shared/ui/CourseThumb.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { Skeleton, TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { courseTexts, questions } from '../courseTexts.ts';
import { offerOf, type RenderMark, relatedQuery, relatedTo } from '../model.ts';
import { texts } from '../texts.ts';
import { useBuy } from '../useBuy.ts';
import { useCourse, useRelated } from '../useCatalogue.ts';
import { Contents } from './Contents.tsx';
import { CourseGrid } from './CourseGrid.tsx';
import styles from './CourseScreen.module.css';
import { OfferBar, OfferCard } from './OfferCard.tsx';
import { SampleBoards, SampleLesson } from './SampleLesson.tsx';
import { TeacherCard } from './TeacherCard.tsx';
import { TextbookSamples } from './TextbookSamples.tsx';

/**
 * `/course/{id}` (product.md 2.2.A): everything needed for a decision. The course is the main resource: a missing one
 * shows the not-found screen (session.md 11.4).
 */
export function CourseScreen({ id, renderMark }: { id: string; renderMark?: RenderMark | undefined }) {
  const course = useCourse(id);
  if (isNotFound(course.error)) throw course.error;
  return (
    <MirrorView mirror={course} shape={<Shape />}>
      {(shown) => <CourseView answer={course} course={shown} renderMark={renderMark} />}
    </MirrorView>
  );
}

function Shape() {
  return (
    <div className={styles.shape}>
      <Skeleton width="70%" height="2rem" />
      <Skeleton width="45%" height="1.25rem" />
      <Skeleton height="auto" radius="0.75rem" />
      <TextSkeleton />
    </div>
  );
}

function CourseView({
  answer,
  course,
  renderMark,
}: {
  answer: PublicMirror<CourseDetail>;
  course: CourseDetail;
  renderMark: RenderMark | undefined;
}) {
  const { state } = useSession();
  const offer = offerOf(course);
  const buy = useBuy(answer, course);
  usePageName(course.name);
  useStructuredData(`${course.id} ${course.modified}`, async () =>
    (await import('../structured.ts')).courseData(course),
  );
  return (
    <div className={styles.page}>
      <div className={styles.columns}>
        <div className={styles.main}>
          <Head answer={answer} course={course} mark={renderMark?.(course)} />
          {course.sample ? (
            // A separate part: what follows a section counts as below the window (critical.ts).
            <div>
              <SampleLesson
                sample={course.sample}
                poster={course.thumbnail}
                isFirst={true}
                onReload={answer.retry}
              />
            </div>
          ) : (
            <div className={styles.thumb}>
              <CourseThumb name={course.name} src={course.thumbnail} eager={true} />
            </div>
          )}
          <About course={course} />
        </div>
        <div className={styles.side}>
          <OfferCard course={course} offer={offer} buy={buy} isGuest={state !== 'in'} />
        </div>
        <div className={styles.body}>
          <SampleBoards sample={course.sample} />
          <TextbookSamples pages={course.textbook_samples} />
          <ForWhom course={course} />
          <section aria-labelledby="contents-heading">
            <h2 id="contents-heading" className={styles.heading}>
              {courseTexts.contents}
              <span className={styles.note}>{texts.facts(course.lesson_count, course.duration_sum)}</span>
            </h2>
            <Contents course={course} />
          </section>
          <Materials course={course} />
          {course.teachers.length > 0 && (
            <section aria-labelledby="teachers-heading">
              <h2 id="teachers-heading" className={styles.heading}>
                {courseTexts.teachers}
              </h2>
              <ul className={styles.teachers}>
                {course.teachers.map((teacher) => (
                  <li key={teacher.id}>
                    <TeacherCard teacher={teacher} level={3} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <Questions />
        </div>
      </div>
      <Related course={course} />
      <OfferBar course={course} offer={offer} buy={buy} />
    </div>
  );
}

/** The time of a stored copy takes the place of the facts: nothing below moves when the server cannot be reached. */
function Head({
  answer,
  course,
  mark,
}: {
  answer: PublicMirror<CourseDetail>;
  course: CourseDetail;
  mark: ReactNode;
}) {
  const level = texts.level(course.level);
  return (
    <div className={styles.head}>
      <p className={styles.chips}>
        {course.subject && <Chip tone="blue">{course.subject.name}</Chip>}
        {level && <Chip>{level}</Chip>}
        {course.grades
          .map(texts.grade)
          .filter(Boolean)
          .map((grade) => (
            <Chip key={grade}>{grade}</Chip>
          ))}
        {mark && <span className={styles.mark}>{mark}</span>}
      </p>
      <PageHeader title={course.name} inShell={false} lead={course.summary} />
      <div className={styles.state}>
        <ListStatus mirror={answer}>
          {!answer.isStale && texts.facts(course.lesson_count, course.duration_sum)}
        </ListStatus>
      </div>
    </div>
  );
}

function About({ course }: { course: CourseDetail }) {
  return (
    <section className={styles.about} aria-labelledby="about-heading">
      <h2 id="about-heading" className={styles.heading}>
        {courseTexts.about}
      </h2>
      <p className={styles.text}>{course.description}</p>
    </section>
  );
}

function ForWhom({ course }: { course: CourseDetail }) {
  const grades = course.grades.map(texts.grade).filter(Boolean).join('・');
  const level = texts.level(course.level);
  return (
    <>
      <section aria-labelledby="whom-heading">
        <h2 id="whom-heading" className={styles.heading}>
          {courseTexts.forWhom}
        </h2>
        <dl className={styles.facts}>
          {grades && (
            <>
              <dt>{texts.gradeLabel}</dt>
              <dd>{grades}</dd>
            </>
          )}
          {level && (
            <>
              <dt>{texts.levelLabel}</dt>
              <dd>{courseTexts.levelFor(level, courseTexts.levelMeaning(course.level))}</dd>
            </>
          )}
          {course.prerequisites.length > 0 && (
            <>
              <dt>{courseTexts.before}</dt>
              {course.prerequisites.map((known) => (
                <dd key={known}>{known}</dd>
              ))}
            </>
          )}
        </dl>
      </section>
      {course.orientation && (
        <section aria-labelledby="how-heading">
          <h2 id="how-heading" className={styles.heading}>
            {courseTexts.howTo}
          </h2>
          <p className={styles.text}>{course.orientation}</p>
        </section>
      )}
    </>
  );
}

function Materials({ course }: { course: CourseDetail }) {
  const materials = [
    ...(course.textbook_bundle === null ? [] : [courseTexts.textbook]),
    ...(course.whiteboard_bundle === null ? [] : [courseTexts.whiteboard]),
  ];
  if (materials.length === 0) return null;
  return (
    <section aria-labelledby="materials-heading">
      <h2 id="materials-heading" className={styles.heading}>
        {courseTexts.materials}
      </h2>
      <ul className={styles.list}>
        {materials.map((material) => (
          <li key={material}>{material}</li>
        ))}
      </ul>
    </section>
  );
}

function Questions() {
  return (
    <section aria-labelledby="faq-heading">
      <h2 id="faq-heading" className={styles.heading}>
        {courseTexts.faq}
      </h2>
      {questions.map(({ question, answer }) => (
        <details key={question} className={styles.question}>
          <summary className={styles.summary}>{question}</summary>
          <p className={styles.text}>{answer}</p>
        </details>
      ))}
    </section>
  );
}

/** Additional content beside the course: if it cannot be loaded, nothing is said. */
function Related({ course }: { course: CourseDetail }) {
  const { data } = useRelated(relatedQuery(course));
  const courses = relatedTo(course, data?.items ?? []);
  if (courses.length === 0) return null;
  return (
    <section className={styles.related} aria-labelledby="related-heading" data-below="">
      <h2 id="related-heading" className={styles.heading}>
        {courseTexts.related}
      </h2>
      <CourseGrid courses={courses} label={courseTexts.related} level={3} />
    </section>
  );
}
