import type { VerdictCard } from '#contracts/examResult.ts';
import { missingWords, nextWords } from '../model.ts';
import { texts } from '../texts.ts';
import styles from './Result.module.css';

/** 判定 by 志望校, with the points to the next one (exams.md 5). Always an estimate, with the year of its borderline. */
export function Verdicts({ verdicts }: { verdicts: readonly VerdictCard[] }) {
  if (verdicts.length === 0) return null;
  return (
    <section className={styles.part} aria-labelledby="verdicts">
      <h2 id="verdicts" className={styles.heading}>
        {texts.verdicts}
      </h2>
      <ul className={styles.cards}>
        {verdicts.map((card) => (
          <li key={card.rank} className={styles.card}>
            <One card={card} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function One({ card }: { card: VerdictCard }) {
  const { school, faculty, method, verdict, border, border_year, mine, difference, naishin } = card;
  const missing = missingWords(card, texts);
  const next = nextWords(card);
  return (
    <>
      <h3>
        {card.rank}. {[school, faculty, method].filter(Boolean).join(' ')}
      </h3>
      <p className={styles.verdict} data-testid="result-verdict" data-verdict={verdict ?? ''}>
        {verdict === null ? texts.noVerdict : texts.verdict(verdict)}
      </p>
      {verdict !== null && (
        <p className={styles.small}>
          {texts.guide} {texts.scale[verdict] ?? ''}
        </p>
      )}
      {missing !== null && <p className={styles.banner}>{missing}</p>}
      {border !== null && (
        <p className={styles.small}>
          {texts.border(border, border_year)}
          {mine !== null && `・${texts.mine(mine)}`}
          {difference !== null && `・${texts.difference(difference)}`}
        </p>
      )}
      {naishin && <p className={styles.small}>{texts.naishin(naishin.points, naishin.full)}</p>}
      {card.applicant_rank !== null && card.applicants > 1 && (
        <p className={styles.small}>{texts.applicants(card.applicant_rank, card.applicants)}</p>
      )}
      {next !== null && (
        <p className={styles.next} data-testid="result-next-step">
          {next}
        </p>
      )}
      {card.next && card.next.alone.length > 0 && (
        <ul className={styles.small}>
          {card.next.alone.map(({ id, name, points }) => (
            <li key={id}>{texts.alone(name, points)}</li>
          ))}
        </ul>
      )}
    </>
  );
}
