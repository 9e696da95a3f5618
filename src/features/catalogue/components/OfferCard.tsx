import { useNavigate } from 'react-router-dom';
import type { CourseDetail } from '#contracts/catalogue.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import type { PublicMirror } from '#shared/lib/public/publicAnswer.ts';
import { useFreshAct } from '#shared/lib/public/useFreshAct.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { FreshNote } from '#shared/ui/FreshNote.tsx';
import { courseTexts } from '../courseTexts.ts';
import { lastDayOnSale, type Offer } from '../model.ts';
import styles from './OfferCard.module.css';
import { Price } from './Price.tsx';
import { sampleId } from './SampleLesson.tsx';

type Props = { course: CourseDetail; offer: Offer; start: Start };

/** The way to a course for who has none yet: not by the price of yesterday. */
type Start = ReturnType<typeof useFreshAct> & { savedAt: number | null };

/** What a guest begins by what the page says of the course, once the server has confirmed it. */
export function useStart(answer: PublicMirror<CourseDetail>, course: CourseDetail, offer: Offer): Start {
  const navigate = useNavigate();
  const { price, sale_status, sale_ends_at, access_days } = course;
  const start = useFreshAct(answer, {
    facts: JSON.stringify([offer, price, sale_status, sale_ends_at, access_days]),
    act: () => {
      remember(course);
      void navigate(paths.signup());
    },
  });
  return { ...start, savedAt: answer.savedAt };
}

/** The one thing to do now. Whoever signs up or logs in from here comes back here. */
function MainAction({ course, offer, start }: Props) {
  if (offer === 'owned' || offer === 'expired') {
    return (
      <ActionLink to={paths.lecture(course.inventory ?? '')} look="primary">
        {offer === 'owned' ? courseTexts.start : courseTexts.openExpired}
      </ActionLink>
    );
  }
  if (offer === 'guest') {
    return (
      <ActionLink
        to={paths.signup()}
        look="primary"
        data-acts=""
        onClick={(event) => start.press(event) && remember(course)}
      >
        {courseTexts.signup}
      </ActionLink>
    );
  }
  if (offer === 'member' && course.sample) {
    return (
      <ActionLink to={{ hash: sampleId }} look="primary">
        {courseTexts.watchSample}
      </ActionLink>
    );
  }
  return (
    <ActionLink to={paths.catalogue()} look="primary">
      {courseTexts.toCatalogue}
    </ActionLink>
  );
}

function remember({ id }: CourseDetail): void {
  redirectTarget.remember(paths.catalogueCourse(id));
}

const notes: Record<Offer, readonly string[]> = {
  owned: [courseTexts.owned],
  expired: [courseTexts.expiredNote],
  ended: [courseTexts.ended],
  guest: [courseTexts.notYet, courseTexts.guestNote],
  member: [courseTexts.notYet, courseTexts.memberNote],
};

/** What the course costs, how long it can be watched, and what can be done today; said as it is. */
export function OfferCard({ course, offer, start }: Props) {
  const isOnSale = course.sale_status !== 'ended';
  const lastDay = lastDayOnSale(course);
  return (
    <section className={styles.card} aria-labelledby="offer-heading" data-testid="course-offer">
      <h2 id="offer-heading" className="visually-hidden">
        {courseTexts.offer}
      </h2>
      {isOnSale && <Price course={course} isLarge={true} />}
      {isOnSale && course.access_days !== null && (
        <p className={styles.days}>{courseTexts.accessDays(course.access_days)}</p>
      )}
      {lastDay && <p className={styles.days}>{courseTexts.soldUntil(lastDay)}</p>}
      <div className={styles.notes}>
        {notes[offer].map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      <div className={styles.actions}>
        <MainAction course={course} offer={offer} start={start} />
        {offer === 'guest' && (
          <ActionLink to={paths.login()} onClick={() => remember(course)}>
            {courseTexts.login}
          </ActionLink>
        )}
        {offer === 'guest' && course.sample && (
          <ActionLink to={{ hash: sampleId }}>{courseTexts.watchSample}</ActionLink>
        )}
      </div>
      <div className={styles.wait}>
        <FreshNote {...start} />
      </div>
    </section>
  );
}

/** Price and action at the lower edge of a narrow screen, always in reach (product.md 2.2.A "sticky buy bar"). */
export function OfferBar({ course, offer, start }: Props) {
  return (
    <div className={styles.bar} data-print="hide">
      {course.sale_status !== 'ended' && <Price course={course} />}
      <MainAction course={course} offer={offer} start={start} />
      {start.wait !== 'none' && (
        // The card says it aloud.
        <div className={styles.wait} aria-hidden="true">
          <FreshNote {...start} />
        </div>
      )}
    </div>
  );
}
