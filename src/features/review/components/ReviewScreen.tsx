import { type ReactNode, useEffect, useState } from 'react';
import type { ReviewCard } from '#contracts/review.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { formatMoment, formatWeekday, japanDay } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { putSuspended } from '../local.ts';
import { type Studied, type Today, todayOf } from '../model.ts';
import { texts } from '../texts.ts';
import { useShelf } from '../useReview.ts';
import styles from './Review.module.css';

/** The current time, updated every half minute: a card that is being learned comes back after ten minutes. */
export function useNow(): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/**
 * `/mypage/konoshiki/review`: what is due today and in the next days (exams.md 6). Works without a network. `settings`:
 * the learner's choices about cards.
 */
export function ReviewScreen({ settings }: { settings: ReactNode }) {
  const shelf = useShelf();
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} lead={texts.lead} />
      <MirrorView
        mirror={shelf}
        shape={<TextSkeleton lines={5} />}
        isEmpty={({ studied, aside }) => studied.length + aside.length === 0}
        empty={
          <EmptyState
            picture="books"
            title={texts.none}
            action={<ActionLink to={paths.mockexam()}>{texts.toExam}</ActionLink>}
          >
            {texts.noneBody}
          </EmptyState>
        }
      >
        {({ studied, aside }) => (
          <div className={styles.page}>
            {shelf.isStale && <ListStatus mirror={shelf} />}
            <Content cards={studied} />
            <Aside cards={aside} />
          </div>
        )}
      </MirrorView>
      {settings}
    </div>
  );
}

function Content({ cards }: { cards: Studied[] }) {
  const now = useNow();
  const today = todayOf(cards, now);
  return (
    <>
      <section className={styles.card} aria-labelledby="due">
        <h2 id="due" className={styles.count} data-testid="review-left">
          {texts.due(today.queue.length)}
        </h2>
        {today.done > 0 && <p className={styles.small}>{texts.done(today.done)}</p>}
        {today.queue.length === 0 ? (
          <p>{today.nextAt === null ? texts.empty : texts.emptyNext(formatMoment(today.nextAt, now))}</p>
        ) : (
          <div className={styles.buttons}>
            <ActionLink to={paths.reviewSession('today')} look="primary" data-testid="review-start">
              {texts.start}
            </ActionLink>
            <ActionLink to={paths.reviewSession('five')}>{texts.five}</ActionLink>
          </div>
        )}
      </section>
      <Forecast today={today} />
      {today.subjects.length > 0 && (
        <section className={styles.part} aria-labelledby="by-subject">
          <h2 id="by-subject" className={styles.heading}>
            {texts.subjects}
          </h2>
          <table className={styles.table}>
            <tbody>
              {today.subjects.map(({ name, count }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>{texts.cards(count)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      <p className={styles.small}>{texts.all(today.all)}</p>
    </>
  );
}

/** Cards that the learner does not want to be asked, each with its way back. */
function Aside({ cards }: { cards: ReviewCard[] }) {
  if (cards.length === 0) return null;
  const resume = async (card: ReviewCard) => {
    if (await saveOrTell('change', () => putSuspended(currentDb(), card, false)))
      blueAlert.show(texts.resumed);
  };
  return (
    <details className={styles.more} data-testid="review-aside">
      <summary>{texts.aside(cards.length)}</summary>
      <ul className={styles.aside}>
        {cards.map((card) => {
          const name = [texts.from(card.exam, card.subject), card.question.label, card.unit]
            .filter(Boolean)
            .join(' ');
          return (
            <li key={card.id}>
              <span>{name}</span>
              <ActionButton aria-label={texts.resumeOf(name)} onClick={() => void resume(card)}>
                {texts.resume}
              </ActionButton>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** A bar for each day with its number: shows at a glance how much is coming. */
function Forecast({ today }: { today: Today }) {
  const most = Math.max(1, ...today.forecast.map(({ count }) => count));
  return (
    <section className={styles.part} aria-labelledby="forecast">
      <h2 id="forecast" className={styles.heading}>
        {texts.forecast}
      </h2>
      <ol className={styles.week}>
        {today.forecast.map(({ at, count }, nth) => (
          <li key={at}>
            <span className={styles.bar} data-meter="" aria-hidden="true">
              <span style={{ blockSize: `${(count / most) * 100}%` }} />
            </span>
            <strong>{texts.cards(count)}</strong>
            {/* A learning day begins at four in the morning. */}
            <span>{nth === 0 ? texts.today : formatWeekday(japanDay(at + 12 * 3_600_000))}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
