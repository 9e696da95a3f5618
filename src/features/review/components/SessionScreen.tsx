import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import type { Rating, ReviewCard, ReviewLog } from '#contracts/review.ts';
import { keyWords } from '#shared/exam/keyWords.ts';
import { deviceId } from '#shared/lib/db/deviceId.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { readSession } from '#shared/lib/review/sessionId.ts';
import { saveOrTell } from '#shared/lib/storage/saving.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { putReview, putSuspended } from '../local.ts';
import {
  cardAnswer,
  cardKey,
  hasSource,
  isOf,
  lastToUndo,
  nameOf,
  type Studied,
  sessionOf,
} from '../model.ts';
import { texts } from '../texts.ts';
import { useShelf } from '../useReview.ts';
import styles from './Review.module.css';

/** What draws the two sides of a card as the exam does. The route passes it in. */
export type Faces = {
  /** The question with its fields. */
  front: (props: {
    card: ReviewCard;
    values: Record<string, string>;
    isOpen: boolean;
    onAnswer: (slot: string, value: string) => void;
  }) => ReactNode;
  /** The explanation. */
  why: (card: ReviewCard) => ReactNode;
};

/** `/mypage/konoshiki/review/{id}`: card after card (exams.md 6). Works completely without a network. */
export function SessionScreen({ id, faces }: { id: string; faces: Faces }) {
  const shelf = useShelf();
  const session = readSession(id);
  return (
    <div className={styles.page}>
      <PageHeader
        title={hasSource(session) ? texts.bySource : texts.session}
        lead={nameOf(session, shelf.data?.studied ?? []) || undefined}
      />
      <MirrorView mirror={shelf} shape={<TextSkeleton lines={6} />}>
        {({ studied }) => <Session cards={studied} id={id} faces={faces} />}
      </MirrorView>
    </div>
  );
}

type Done = { log: ReviewLog; card: ReviewCard };

function Session({ cards, id, faces }: { cards: Studied[]; id: string; faces: Faces }) {
  const session = useMemo(() => readSession(id), [id]);
  // The cards are fixed at the beginning: a card that becomes due later belongs to the next session.
  const [queue, setQueue] = useState(() => sessionOf(cards, id, serverNow()).map(({ card }) => card));
  const [known, setKnown] = useState(() => new Set(queue.map((card) => card.id)));
  const [done, setDone] = useState<Done[]>([]);
  /** What was written here; the stored logs follow a moment later. */
  const [written, setWritten] = useState<ReviewLog[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [card] = queue;
  // Right after an exam its cards may reach the device while the page is open.
  const late = hasSource(session)
    ? cards.filter((one) => isOf(one.card, session) && !known.has(one.id)).map((one) => one.card)
    : [];
  if (late.length > 0) {
    setKnown(new Set([...known, ...late.map((one) => one.id)]));
    setQueue([...queue, ...late]);
  }
  const last = useMemo(() => {
    const own = cards.filter((one) => isOf(one.card, session));
    const log = lastToUndo([...own.flatMap(({ logs }) => logs), ...written]);
    const former = own.find((one) => one.id === log?.card)?.card;
    return log && former ? { log, card: former } : null;
  }, [cards, written, session]);

  const rate = async (rating: Rating, ms: number) => {
    if (!card || isBusy) return;
    setBusy(true);
    let made: ReviewLog | null = null;
    const isKept = await saveOrTell('change', async () => {
      const device = await deviceId();
      made = await putReview(currentDb(), { card, rating, at: serverNow(), device, undoes: null, ms });
    });
    const log = made as ReviewLog | null;
    if (isKept && log) {
      setDone([...done, { log, card }]);
      setWritten([...written, log]);
      // A card that the learner did not know is asked again at the end.
      setQueue(rating === 1 ? [...queue.slice(1), card] : queue.slice(1));
    }
    setBusy(false);
  };

  const undo = async () => {
    if (!last || isBusy) return;
    setBusy(true);
    const { log, card: former } = last;
    let made: ReviewLog | null = null;
    const isKept = await saveOrTell('change', async () => {
      const device = await deviceId();
      made = await putReview(currentDb(), {
        card: former,
        rating: log.rating,
        at: serverNow(),
        device,
        undoes: log.id,
        ms: null,
      });
    });
    const undoing = made as ReviewLog | null;
    if (isKept && undoing) {
      setDone(done.filter((one) => one.log.id !== log.id));
      setWritten([...written, undoing]);
      // It is asked now, and not once more where it stands in the queue.
      setKnown(new Set([...known, former.id]));
      setQueue([former, ...queue.filter((one) => one.id !== former.id)]);
      blueAlert.show(texts.undone);
    }
    setBusy(false);
  };

  const suspend = async () => {
    if (!card) return;
    if (await saveOrTell('change', () => putSuspended(currentDb(), card, true))) {
      setQueue(queue.filter(({ id: one }) => one !== card.id));
      blueAlert.show(texts.suspended);
    }
  };

  const isEmpty = hasSource(session) && known.size === 0;
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <p role="status" data-testid="review-left" data-left={queue.length}>
          {texts.left(queue.length)}
        </p>
        {last && (
          <ActionButton look="quiet" disabled={isBusy} onClick={() => void undo()}>
            {texts.undo}
          </ActionButton>
        )}
        <progress
          className={styles.progress}
          aria-label={texts.progress}
          value={done.length}
          max={done.length + queue.length || 1}
        />
      </div>
      {card ? (
        <Card
          key={`${card.id}-${written.length}`}
          card={card}
          faces={faces}
          isFirst={written.length === 0}
          isBusy={isBusy}
          onRate={(rating, ms) => void rate(rating, ms)}
          onSuspend={() => void suspend()}
        />
      ) : (
        <StateCard
          picture={isEmpty ? 'books' : 'star'}
          title={isEmpty ? texts.noneOfSource : texts.finished}
          actions={
            <>
              <ActionLink to={paths.review()} look="primary">
                {texts.toReview}
              </ActionLink>
              <ActionLink to={paths.mypage()}>{texts.toHome}</ActionLink>
            </>
          }
        >
          {isEmpty
            ? texts.noneOfSourceBody
            : texts.finishedBody(new Set(done.map(({ card: { id: one } }) => one)).size)}
        </StateCard>
      )}
    </div>
  );
}

/** A card: the question is in the page, the buttons are in reach of the thumb. */
function Card({
  card,
  faces,
  isFirst,
  isBusy,
  onRate,
  onSuspend,
}: {
  card: ReviewCard;
  faces: Faces;
  /** The first card of the session: the page's own heading has the focus then. */
  isFirst: boolean;
  isBusy: boolean;
  onRate: (rating: Rating, ms: number) => void;
  onSuspend: () => void;
}) {
  const [values, setValues] = useState<Record<string, string>>({});
  const [isShown, setShown] = useState(false);
  const [since] = useState(() => performance.now());
  const title = useRef<HTMLHeadingElement>(null);
  const back = useRef<HTMLHeadingElement>(null);
  // The tapped button is gone. Without this, focus and scroll position would stay at the end of the previous card.
  useEffect(() => {
    if (!isFirst) title.current?.focus();
  }, [isFirst]);
  useEffect(() => {
    if (isShown) back.current?.focus();
  }, [isShown]);
  const rate = (rating: Rating) => onRate(rating, Math.min(3_600_000, Math.round(performance.now() - since)));
  return (
    <article
      className={styles.card}
      data-testid="review-card"
      data-card={card.id}
      aria-labelledby="card-title"
    >
      <h2 id="card-title" ref={title} tabIndex={-1} className={styles.source}>
        {texts.from(card.exam, card.subject)}
      </h2>
      {faces.front({
        card,
        values,
        isOpen: !isShown,
        onAnswer: (slot, value) => setValues((former) => ({ ...former, [slot]: value })),
      })}
      {isShown && (
        <section className={styles.back} aria-labelledby="card-back">
          <h3 id="card-back" ref={back} tabIndex={-1} className={styles.heading}>
            {texts.back}
          </h3>
          <Keys card={card} values={values} />
          {card.why !== '' && faces.why(card)}
          {card.lesson_name !== '' && card.lesson_course !== null && (
            <p>
              <Link to={paths.catalogueCourse(card.lesson_course)}>{texts.lesson(card.lesson_name)}</Link>
            </p>
          )}
          <details className={styles.more}>
            <summary>{texts.more}</summary>
            <div className={styles.ratings}>
              <ActionButton data-testid="review-hard" disabled={isBusy} onClick={() => rate(2)}>
                {texts.hard}
              </ActionButton>
              <ActionButton data-testid="review-easy" disabled={isBusy} onClick={() => rate(4)}>
                {texts.easy}
              </ActionButton>
            </div>
            <ActionButton look="quiet" disabled={isBusy} onClick={onSuspend}>
              {texts.suspend}
            </ActionButton>
          </details>
        </section>
      )}
      <div className={styles.dock}>
        {isShown ? (
          <fieldset className={styles.ratings}>
            <legend className="visually-hidden">{texts.rating}</legend>
            <ActionButton data-testid="review-again" disabled={isBusy} onClick={() => rate(1)}>
              {texts.again}
            </ActionButton>
            <ActionButton look="primary" data-testid="review-good" disabled={isBusy} onClick={() => rate(3)}>
              {texts.good}
            </ActionButton>
          </fieldset>
        ) : (
          <ActionButton look="primary" data-testid="review-show" onClick={() => setShown(true)}>
            {texts.show}
          </ActionButton>
        )}
      </div>
    </article>
  );
}

/** The given answers beside the right ones, slot by slot. */
function Keys({ card, values }: { card: ReviewCard; values: Record<string, string> }) {
  const labelOf = (slot: string) => card.question.slots.find(({ id }) => id === slot)?.label ?? '';
  const hasLabels = card.slots.some((slot) => labelOf(slot) !== '');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          {hasLabels && <th scope="col">{texts.slot}</th>}
          <th scope="col">{texts.yours}</th>
          <th scope="col">{texts.key}</th>
        </tr>
      </thead>
      <tbody>
        {card.slots.map((slot) => {
          const shown = cardKey(card, slot);
          return (
            <tr key={slot} data-slot={slot}>
              {hasLabels && <th scope="row">{labelOf(slot)}</th>}
              <td>{cardAnswer(card, slot, values) || texts.unanswered}</td>
              <td>
                <strong>{keyWords(shown.key, shown.notes)}</strong>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
