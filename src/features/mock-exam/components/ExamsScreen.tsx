import type { ReactNode } from 'react';
import type { MockExam } from '#contracts/exam.ts';
import type { Page } from '#contracts/page.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { ListSkeleton } from '#shared/ui/Skeleton.tsx';
import { commonError, hasNothing, isPartShown } from '../model.ts';
import { texts } from '../texts.ts';
import { useMyExams } from '../useAttemptsHere.ts';
import { useExams, useMoment } from '../useExams.ts';
import { ExamCard } from './ExamCard.tsx';
import styles from './Exams.module.css';

/**
 * `/mypage/mockexam`: the exams open for entry, the learner's own exams, and past ones (product.md 2.3.L). Each list loads
 * and fails for itself, because who has entered an exam must not read that there is none.
 */
export function ExamsScreen() {
  const mine = only(useMyExams(), (exam) => !isOver(exam));
  const open = only(useExams('open'), isNew);
  const past = only(useExams('past'), (exam) => isOver(exam) || isNew(exam));
  const now = useMoment();
  const lists = [mine, open, past];
  const retry = () => {
    for (const list of lists) list.retry();
  };
  const stale = lists.find(({ isStale, data }) => isStale && data !== undefined);
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} />
      {stale && <ListStatus mirror={stale} />}
      {hasNothing(lists) ? (
        // The same three times over would say no more.
        <MirrorView mirror={{ ...open, error: commonError(lists), retry }} shape={<ListSkeleton rows={2} />}>
          {() => null}
        </MirrorView>
      ) : (
        <>
          {isPartShown(mine) && (
            <Part title={texts.mine} mirror={mine} now={now}>
              <p>{texts.emptyMine}</p>
            </Part>
          )}
          <Part title={texts.open} mirror={open} now={now}>
            <EmptyState
              picture="clock"
              title={texts.empty}
              action={<ActionLink to={paths.settings()}>{texts.notify}</ActionLink>}
            >
              {texts.emptyBody}
            </EmptyState>
          </Part>
          {isPartShown(past) && (
            <Part title={texts.past} mirror={past} now={now}>
              <p>{texts.emptyPast}</p>
            </Part>
          )}
        </>
      )}
      <p>
        <ActionLink to={paths.test()}>{texts.practice}</ActionLink>
      </p>
    </div>
  );
}

/** A part of a list: each exam appears only once on the page. */
function only(list: Mirror<Page<MockExam>>, isShown: (exam: MockExam) => boolean): Mirror<Page<MockExam>> {
  if (!list.data) return list;
  return { ...list, data: { ...list.data, results: list.data.results.filter(isShown) } };
}

const isNew = ({ my_status }: MockExam) => my_status === 'none' || my_status === 'canceled';
const isOver = ({ my_status }: MockExam) => my_status === 'reported' || my_status === 'absent';

function Part({
  title,
  mirror,
  now,
  children,
}: {
  title: string;
  mirror: Mirror<Page<MockExam>>;
  now: number;
  children: ReactNode;
}) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2 className={styles.heading}>{title}</h2>
      <MirrorView
        // The age of the copy is shown once above all lists.
        mirror={{ ...mirror, isStale: false }}
        shape={<ListSkeleton rows={2} />}
        isEmpty={({ results }) => results.length === 0}
        empty={children}
      >
        {({ results }) => (
          <ul className={styles.list}>
            {results.map((exam) => (
              <li key={exam.id}>
                <ExamCard exam={exam} now={now} />
              </li>
            ))}
          </ul>
        )}
      </MirrorView>
    </section>
  );
}
