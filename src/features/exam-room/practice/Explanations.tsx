import type { Checkresult } from '#contracts/examAttempt.ts';
import type { AnswersFile, Paper, Question } from '#contracts/examContent.ts';
import { BroadcastScripts } from '#shared/exam/BroadcastScripts.tsx';
import { keyWords } from '#shared/exam/keyWords.ts';
import { type PaperNames, questionName } from '#shared/lib/exam/paperNames.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import styles from '../components/Check.module.css';
import { type Media, PaperHtml } from '../components/PaperHtml.tsx';
import { resultTexts } from '../texts.ts';
import type { EndedPaper } from '../useEndedPaper.ts';
import { practiceTexts as texts } from './practiceTexts.ts';

type Answer = AnswersFile['questions'][number];

/** Keys and explanations of all questions; those answered wrong are unfolded. */
export function Explanations({
  result,
  answers,
  names,
  questions,
  media,
}: {
  result: Checkresult;
  answers: AnswersFile;
  names: PaperNames | null;
  questions: EndedPaper;
  media: Media;
}) {
  return (
    <section className={styles.section} data-testid="exam-explanations">
      <h2 className={styles.name}>{texts.explanations}</h2>
      <NoQuestions questions={questions} />
      {answers.questions.map((answer, at) => (
        <One
          key={answer.id}
          name={questionName(names, answer.id) ?? texts.nth(at + 1)}
          answer={answer}
          result={result}
          question={questionOf(questions.paper, answer.id)}
          media={media}
        />
      ))}
      <BroadcastScripts tracks={answers.tracks} />
    </section>
  );
}

/** The explanations stand without the questions, which may be some MB: what is not here any more comes with a tap. */
function NoQuestions({ questions: { isMissing, isLoading, load } }: { questions: EndedPaper }) {
  if (isLoading) return <p role="status">{texts.questionsLoading}</p>;
  if (!isMissing) return null;
  return (
    <>
      <p role="status">{texts.questionsMissing}</p>
      <p>
        <ActionButton onClick={load}>{texts.questionsLoad}</ActionButton>
      </p>
    </>
  );
}

function questionOf(paper: Paper | null, id: string): Question | null {
  for (const { questions } of paper?.sections ?? []) {
    const found = questions.find((one) => one.id === id);
    if (found) return found;
  }
  return null;
}

/** The options with the numbers that keys and explanations use. */
function Options({
  options,
  lang,
  media,
}: {
  options: Question['slots'][number]['options'];
  lang: Question['lang'];
  media: Media;
}) {
  if (options.length === 0) return null;
  return (
    <ol>
      {options.map(({ value, html }) => (
        <li key={value} value={/^\d+$/.test(value) ? Number(value) : undefined}>
          <PaperHtml html={html} media={media} lang={lang} />
        </li>
      ))}
    </ol>
  );
}

function One({
  answer,
  name,
  result,
  question,
  media,
}: {
  answer: Answer;
  name: string;
  result: Checkresult;
  question: Question | null;
  media: Media;
}) {
  const own = result.slots.filter(({ slot }) => slot in answer.keys);
  const isFine = own.every(({ state }) => state === 'right');
  const labelOf = (slot: string) =>
    question?.slots.find(({ id }) => id === slot)?.label || slot.slice(slot.lastIndexOf('.') + 1);
  const state = own.find((mark) => mark.state !== 'right')?.state ?? 'right';
  return (
    <details open={!isFine} data-testid="exam-explanation">
      <summary>
        {name} {resultTexts.states[state] ?? ''}
      </summary>
      {question && <PaperHtml html={question.html} media={media} lang={question.lang} />}
      {question?.slots.map(({ id, options }) => (
        <Options key={id} options={options} lang={question.lang} media={media} />
      ))}
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{resultTexts.columns.slot}</th>
            <th scope="col">{texts.yours}</th>
            <th scope="col">{texts.key}</th>
          </tr>
        </thead>
        <tbody>
          {own.map(({ slot, value, key, notes }) => (
            <tr key={slot}>
              <th scope="row">{labelOf(slot)}</th>
              <td>{value || '―'}</td>
              <td>{keyWords(key ?? answer.keys[slot] ?? '', notes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {answer.why !== '' && (
        <>
          <h3 className={styles.name}>{texts.why}</h3>
          <PaperHtml html={answer.why} media={media} />
        </>
      )}
    </details>
  );
}
