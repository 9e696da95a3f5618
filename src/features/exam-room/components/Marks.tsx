import type { ReactNode } from 'react';
import type { Checkresult } from '#contracts/examAttempt.ts';
import { keyWords } from '#shared/exam/keyWords.ts';
import { type PaperNames, slotName } from '#shared/lib/exam/paperNames.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { parseTime } from '#shared/lib/text/format.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { ErrorCard } from '#shared/ui/ErrorCard.tsx';
import { ErrorLine } from '#shared/ui/ErrorLine.tsx';
import { resultTexts as texts } from '../texts.ts';
import type { Marked } from '../useCheckresult.ts';
import styles from './Check.module.css';

const moment = (iso: string | null) => {
  const at = parseTime(iso);
  return at === null ? '' : examMoment(at, serverNow());
};

/** What may be shown of the marks now. */
export function Marks({ marked, names }: { marked: Marked; names: PaperNames | null }) {
  const { result, error, retry } = marked;
  const hasFailed = error !== null;
  if (!result)
    return (
      <NoMarksYet>
        {hasFailed ? <ErrorCard error={error} level={3} onRetry={retry} /> : <p>{texts.asking}</p>}
      </NoMarksYet>
    );
  if (result.status !== 'marked')
    return (
      <NoMarksYet>
        <p>{waitingWords(result)}</p>
        {hasFailed && <ErrorLine error={error} onRetry={retry} />}
      </NoMarksYet>
    );
  const hasKeys = result.slots.some(({ key }) => key !== null);
  return (
    <section className={styles.section}>
      <h2 className={styles.name}>{texts.score}</h2>
      {result.total !== null && result.full !== null && (
        <p className={styles.score} data-testid="exam-score">
          {texts.scoreOf(result.total, result.full)}
        </p>
      )}
      {result.pending.some(({ points }) => points === null) && <p>{texts.pending}</p>}
      {!hasKeys && result.keys_at !== null && <p>{texts.keysClosed(moment(result.keys_at))}</p>}
      {result.slots.length > 0 && (
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption className="visually-hidden">{texts.table}</caption>
            <thead>
              <tr>
                <th scope="col">{texts.columns.slot}</th>
                <th scope="col">{texts.columns.yours}</th>
                {hasKeys && <th scope="col">{texts.columns.key}</th>}
                <th scope="col">{texts.columns.state}</th>
              </tr>
            </thead>
            <tbody>
              {result.slots.map(({ slot, value, key, notes, state }) => (
                <tr key={slot} data-slot={slot} data-state={state}>
                  <th scope="row">
                    <SlotName names={names} slot={slot} />
                  </th>
                  <td>{value || '―'}</td>
                  {hasKeys && <td>{keyWords(key ?? '', notes)}</td>}
                  <td className={styles.verdict}>{texts.states[state] ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Why there are no marks: answers of the device are awaited, they are being marked, or they open later. */
function waitingWords({ status, late_until, marks_at }: Checkresult): string {
  if (status === 'closed') return texts.closed(moment(marks_at));
  const until = moment(late_until);
  return until === '' ? texts.marking : texts.markingUntil(until);
}

/** The place of the marks says why there are none; without its heading it would read as a word about the links above. */
function NoMarksYet({ children }: { children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2 className={styles.name}>{texts.score}</h2>
      {children}
    </section>
  );
}

/** The label of a slot with its question: labels begin anew in each 大問 of many papers. */
function SlotName({ names, slot }: { names: PaperNames | null; slot: string }) {
  const { label, place } = slotName(names, slot);
  return (
    <>
      {label} {place && <span className={label ? styles.where : undefined}>{place}</span>}
    </>
  );
}
