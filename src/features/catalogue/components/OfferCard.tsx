import type { CourseDetail } from '#contracts/catalogue.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { FreshNote } from '#shared/ui/FreshNote.tsx';
import { courseTexts } from '../courseTexts.ts';
import { lastDayOnSale, type Offer } from '../model.ts';
import { texts } from '../texts.ts';
import type { Buy } from '../useBuy.ts';
import { BuyButton } from './BuyButton.tsx';
import styles from './OfferCard.module.css';
import { Price } from './Price.tsx';
import { sampleId } from './SampleLesson.tsx';

type Props = { course: CourseDetail; offer: Offer; buy: Buy };

function isSold(offer: Offer): boolean {
  return offer === 'buy' || offer === 'again';
}

/** The main action now. `testId`: that of the button for the cart. */
function MainAction({ course, offer, buy, testId }: Props & { testId?: string }) {
  if (offer === 'owned' || offer === 'expired') {
    return (
      <ActionLink to={paths.lecture(course.inventory ?? '')} look="primary">
        {offer === 'owned' ? courseTexts.start : courseTexts.openExpired}
      </ActionLink>
    );
  }
  if (isSold(offer)) {
    const label = offer === 'again' ? texts.addAgain : texts.addToCart;
    return <BuyButton buy={buy} label={label} {...(testId && { testId })} />;
  }
  return (
    <ActionLink to={paths.catalogue()} look="primary">
      {courseTexts.toCatalogue}
    </ActionLink>
  );
}

/** Somebody who signs up or logs in from here comes back here. */
function remember({ id }: CourseDetail): void {
  redirectTarget.remember(paths.catalogueCourse(id));
}

const notes: Record<Offer, readonly string[]> = {
  owned: [courseTexts.owned],
  expired: [courseTexts.expiredNote],
  again: [courseTexts.expiredNote, courseTexts.againNote],
  ended: [courseTexts.ended],
  unpriced: [courseTexts.unpriced],
  buy: [courseTexts.buyNote],
};

/** The price, the length of access, and what is possible today. */
export function OfferCard({ course, offer, buy, isGuest }: Props & { isGuest: boolean }) {
  const isOnSale = course.sale_status !== 'ended';
  const lastDay = lastDayOnSale(course);
  const said = isSold(offer) && buy.isIn ? [courseTexts.inCart] : notes[offer];
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
        {said.map((note) => (
          <p key={note}>{note}</p>
        ))}
      </div>
      <div className={styles.actions}>
        <MainAction course={course} offer={offer} buy={buy} testId="add-to-cart" />
        {offer === 'again' && (
          <ActionLink to={paths.lecture(course.inventory ?? '')}>{courseTexts.openExpired}</ActionLink>
        )}
        {offer === 'buy' && course.sample && (
          <ActionLink to={{ hash: sampleId }}>{courseTexts.watchSample}</ActionLink>
        )}
        {offer === 'buy' && isGuest && (
          <div className={styles.ways}>
            <ActionLink to={paths.signup()} look="quiet" onClick={() => remember(course)}>
              {courseTexts.signup}
            </ActionLink>
            <ActionLink to={paths.login()} look="quiet" onClick={() => remember(course)}>
              {courseTexts.login}
            </ActionLink>
          </div>
        )}
      </div>
      <div className={styles.wait}>
        <FreshNote wait={buy.wait} savedAt={buy.savedAt} />
        {buy.failure && <p role="alert">{buy.failure}</p>}
      </div>
    </section>
  );
}

/** Price and action at the lower edge of a narrow screen, always in reach (product.md 2.2.A "sticky buy bar"). */
export function OfferBar({ course, offer, buy }: Props) {
  return (
    <div className={styles.bar} data-print="hide">
      {course.sale_status !== 'ended' && <Price course={course} />}
      <MainAction course={course} offer={offer} buy={buy} />
      {(buy.wait !== 'none' || buy.failure) && (
        // The card already announces it.
        <div className={styles.wait} aria-hidden="true">
          {buy.failure ? <p>{buy.failure}</p> : <FreshNote wait={buy.wait} savedAt={buy.savedAt} />}
        </div>
      )}
    </div>
  );
}
