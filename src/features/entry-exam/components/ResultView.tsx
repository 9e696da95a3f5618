import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { EntryMarked, EntryResult, EntryTest } from '#contracts/entryExam.ts';
import { AnswerChip, Explanation, QuestionWords } from '#shared/exam/QuestionWords.tsx';
import { texts as exam } from '#shared/exam/texts.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { formatDay } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { type Kept, lostAnswers, weakAreas, wordsOf } from '../model.ts';
import { lobbyTexts, resultTexts as texts } from '../texts.ts';
import { Passage } from './Passage.tsx';
import styles from './Result.module.css';
import { ScoreCards } from './ScoreCards.tsx';
import { StageTitle } from './StageTitle.tsx';
import test from './Test.module.css';

/** The result of the test: numbers, what to learn next, and every question with its explanation. */
export function ResultView({
  kept,
  result,
  onForget,
}: {
  kept: Kept;
  result: EntryResult;
  onForget: () => void;
}) {
  const lost = kept.test.subjects.reduce((sum, sitting) => sum + lostAnswers(kept, sitting), 0);
  return (
    <>
      <StageTitle title={texts.title} />
      <p>{texts.lead}</p>
      {lost > 0 && <p className={test.note}>{lobbyTexts.lost(lost)}</p>}
      <h2 className={styles.heading}>{texts.scores}</h2>
      <ScoreCards scores={result.subjects} />
      <Next result={result} />
      <h2 className={styles.heading}>{texts.solutions}</h2>
      {result.subjects
        .filter(({ is_taken }) => is_taken)
        .map(({ id, name, questions }) => (
          <details key={id} className={styles.fold}>
            <summary>{texts.solutionsOf(name)}</summary>
            <ol className={styles.solutions}>
              {questions.map((question, at) => (
                <Solution key={question.id} question={question} no={at + 1} />
              ))}
            </ol>
          </details>
        ))}
      <Ways test={kept.test} onForget={onForget} />
    </>
  );
}

/** The weakest areas with the courses on sale that teach them. */
function Next({ result: { subjects } }: { result: EntryResult }) {
  const weak = subjects.flatMap((subject) => weakAreas(subject).map((area) => ({ subject, area })));
  return (
    <section>
      <h2 className={styles.heading}>{texts.next}</h2>
      <p>{weak.length > 0 ? texts.nextLead : texts.nothing}</p>
      {weak.length > 0 && (
        <ul className={styles.next}>
          {weak.map(({ subject, area }) => (
            <li key={`${subject.id} ${area.id}`} className={styles.card} data-testid="weak-area">
              <h3 className={styles.name}>{texts.nextOf(subject.name, area.name)}</h3>
              {area.courses.length > 0 ? (
                <ul className={styles.courses}>
                  {area.courses.map(({ id, name }) => (
                    <li key={id}>
                      <Link to={paths.catalogueCourse(id)}>{name}</Link>
                    </li>
                  ))}
                </ul>
              ) : (
                <p className={styles.small}>{texts.noCourse}</p>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Solution({ question, no }: { question: EntryMarked; no: number }) {
  const { body, passage, quote, lang, value, answer, is_right, why } = question;
  const isAnswered = value !== '';
  return (
    <li className={styles.solution} data-testid="solution">
      <div className={styles.head}>
        <h3 className={styles.name}>{exam.question(no)}</h3>
        <AnswerChip isRight={is_right} isAnswered={isAnswered} />
      </div>
      {passage && <Passage text={passage} lang={lang} isOpen={false} />}
      <QuestionWords body={body} quote={quote} lang={lang} />
      <Explanation
        yours={isAnswered && !is_right ? wordsOf(question, value) : null}
        correct={wordsOf(question, answer)}
        lang={lang}
        why={why}
        level={4}
      />
    </li>
  );
}

function Ways({ test: { kept_until }, onForget }: { test: EntryTest; onForget: () => void }) {
  const { state } = useSession();
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      {kept_until !== null && (
        <p className={styles.small}>{texts.kept(formatDay(kept_until, serverNow()))}</p>
      )}
      <div className={test.actions} data-print="hide">
        {state === 'out' && (
          <ActionLink
            to={paths.signup()}
            look="primary"
            onClick={() => redirectTarget.remember(`${paths.entryExam()}?view=test`)}
          >
            {texts.signup}
          </ActionLink>
        )}
        <ActionLink to={paths.catalogue()}>{texts.toCatalogue}</ActionLink>
        <ActionButton onClick={() => print()}>{texts.print}</ActionButton>
        <ActionButton look="quiet" onClick={() => setAsking(true)}>
          {texts.forget}
        </ActionButton>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.forgetTitle}
          body={texts.forgetBody}
          confirm={texts.forgetConfirm}
          onConfirm={onForget}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  );
}
