import type { EnglishResult, EnglishTest } from '#contracts/exam.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { examDay, examMoment } from '#shared/lib/text/examTime.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { EmptyState } from '#shared/ui/EmptyState.tsx';
import { ListStatus } from '#shared/ui/ListStatus.tsx';
import { MirrorView } from '#shared/ui/MirrorView.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { ListSkeleton, TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { texts } from '../texts.ts';
import { practicePath, questionsOf, selfMarkingPath, useHistory, useTests } from '../useTests.ts';
import styles from './English.module.css';

/**
 * `/mypage/english`: the available tests, and the learner's level (product.md 2.3.G). Each of the two loads and fails for
 * itself: who has taken a test must not read that there is none.
 */
export function EnglishScreen() {
  const tests = useTests();
  const history = useHistory();
  const both = [tests, history];
  const stale = both.find(({ isStale, data }) => isStale && data !== undefined);
  // The same trouble twice would say no more.
  const hasNothing = both.every(({ data, error }) => data === undefined && error !== null);
  const retryBoth = () => {
    for (const { retry } of both) retry();
  };
  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} lead={texts.lead} />
      {stale && <ListStatus mirror={stale} />}
      <MirrorView
        // The age of the copies is shown once, above.
        mirror={{ ...tests, isStale: false, retry: hasNothing ? retryBoth : tests.retry }}
        shape={<ListSkeleton rows={2} />}
        isEmpty={({ results }) => results.length === 0}
        empty={<EmptyState picture="books" title={texts.empty} />}
      >
        {({ results }) => (
          <section className={styles.part} aria-labelledby="tests">
            <h2 id="tests" className={styles.heading}>
              {texts.recommended}
            </h2>
            <ul className={styles.cards}>
              {results.map((test) => (
                <li key={test.id} className={styles.card} data-testid="exam-card" data-status={test.status}>
                  <Test test={test} />
                </li>
              ))}
            </ul>
          </section>
        )}
      </MirrorView>
      {!hasNothing && (
        <section className={styles.part} aria-labelledby="mine">
          <h2 id="mine" className={styles.heading}>
            {texts.mine}
          </h2>
          <MirrorView
            mirror={{ ...history, isStale: false }}
            shape={<TextSkeleton lines={4} />}
            isEmpty={({ results }) => results.length === 0}
            empty={<p>{texts.none}</p>}
          >
            {({ results: [last] }) => last && <Level result={last} />}
          </MirrorView>
          <p>
            <ActionLink to={paths.englishHistory()}>{texts.toHistory}</ActionLink>
          </p>
        </section>
      )}
      <section className={styles.part} aria-labelledby="rules">
        <h2 id="rules" className={styles.heading}>
          {texts.rules}
        </h2>
        <ul className={styles.rules}>
          {texts.rule.map((rule) => (
            <li key={rule}>{rule}</li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function Test({ test }: { test: EnglishTest }) {
  const { id, name, level_from, level_to, status, next_at, is_taken } = test;
  const minutes = Math.round((test.minutes * test.multiplier_pct) / 100);
  const at = parseTime(next_at);
  return (
    <>
      <h3>{name}</h3>
      <p className={styles.small}>
        {texts.level(level_from, level_to)}・{texts.facts(minutes, questionsOf(test))}
      </p>
      {status === 'waiting' && at !== null && <p>{texts.next(examDay(at, serverNow()))}</p>}
      <div className={styles.buttons}>
        {status !== 'waiting' && (
          <ActionLink to={paths.englishTest(id)} look="primary" data-testid="exam-enter">
            {status === 'running' ? texts.resume : texts.take}
          </ActionLink>
        )}
        {is_taken && status !== 'running' && (
          <>
            <ActionLink to={paths.englishAnswer(id)}>{texts.answers}</ActionLink>
            <ActionLink to={practicePath(id)} data-testid="exam-practice">
              {texts.practise}
            </ActionLink>
          </>
        )}
      </div>
    </>
  );
}

/** A result by skill, with what it does not mean. */
export function Level({ result }: { result: EnglishResult }) {
  const lateUntil = parseTime(result.late_until);
  return (
    <div className={styles.card}>
      <p className={styles.big} data-testid="exam-score">
        {result.score === null ? texts.marking : texts.score(result.score)} {result.cefr}
      </p>
      {lateUntil !== null && (
        <p className={styles.small}>{texts.markingUntil(examMoment(lateUntil, serverNow()))}</p>
      )}
      {result.is_self_open && (
        <>
          <p>{texts.selfOpen}</p>
          <ActionLink to={selfMarkingPath(result.test, result.id)}>{texts.toSelfMarking}</ActionLink>
        </>
      )}
      <p className={styles.small}>{texts.guide}</p>
      <table className={styles.table}>
        <tbody>
          {result.skills.map(({ skill, score, cefr }) => (
            <tr key={skill}>
              <th scope="row">{texts.skill(skill)}</th>
              <td>{score}</td>
              <td>{cefr}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
