import type { Checkresult } from '#contracts/examAttempt.ts';
import type { AnswersFile, Paper, Question } from '#contracts/examContent.ts';
import { BroadcastScripts } from '#shared/exam/BroadcastScripts.tsx';
import { keyWords } from '#shared/exam/keyWords.ts';
import styles from '../components/Check.module.css';
import { type Media, PaperHtml } from '../components/PaperHtml.tsx';
import { resultTexts } from '../texts.ts';
import { practiceTexts as texts } from './practiceTexts.ts';

type Answer = AnswersFile['questions'][number];

/** Keys and explanations of all questions; those answered wrong are unfolded. */
export function Explanations({
  result,
  answers,
  paper,
  media,
}: {
  result: Checkresult;
  answers: AnswersFile;
  paper: Paper | null;
  media: Media;
}) {
  return (
    <section className={styles.section} data-testid="exam-explanations">
      <h2 className={styles.name}>{texts.explanations}</h2>
      {answers.questions.map((answer, at) => (
        <One
          key={answer.id}
          nth={at + 1}
          answer={answer}
          result={result}
          place={placeOf(paper, answer.id)}
          media={media}
        />
      ))}
      <BroadcastScripts tracks={answers.tracks} />
    </section>
  );
}

function placeOf(paper: Paper | null, id: string): { name: string; question: Question } | null {
  for (const section of paper?.sections ?? []) {
    const question = section.questions.find((one) => one.id === id);
    if (question) return { name: `${section.name} ${question.label}`.trim(), question };
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
        <li key={value} value={Number(value) || undefined}>
          <PaperHtml html={html} media={media} lang={lang} />
        </li>
      ))}
    </ol>
  );
}

function One({
  answer,
  nth,
  result,
  place,
  media,
}: {
  answer: Answer;
  nth: number;
  result: Checkresult;
  place: { name: string; question: Question } | null;
  media: Media;
}) {
  const own = result.slots.filter(({ slot }) => slot in answer.keys);
  const isFine = own.every(({ state }) => state === 'right');
  const labelOf = (slot: string) =>
    place?.question.slots.find(({ id }) => id === slot)?.label || slot.slice(slot.lastIndexOf('.') + 1);
  const state = own.find((mark) => mark.state !== 'right')?.state ?? 'right';
  return (
    <details open={!isFine} data-testid="exam-explanation">
      <summary>
        {place?.name ?? texts.nth(nth)} {resultTexts.states[state] ?? ''}
      </summary>
      {place && <PaperHtml html={place.question.html} media={media} lang={place.question.lang} />}
      {place?.question.slots.map(({ id, options }) => (
        <Options key={id} options={options} lang={place.question.lang} media={media} />
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
