import { useEffect, useState } from 'react';
import { Navigate, useNavigate } from 'react-router-dom';
import { prefectures } from '#contracts/accountSettings.ts';
import type { DesiredInput, MockExamDetail, School } from '#contracts/exam.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { Field } from '#shared/form/Field.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { SelectBox } from '#shared/form/SelectBox.tsx';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { HttpError, isAbort } from '#shared/lib/errors.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ErrorLine } from '#shared/ui/ErrorLine.tsx';
import { putDesired, searchSchools } from '../api.ts';
import { entryTexts, schoolTexts as texts } from '../texts.ts';
import { keepEntry } from '../useExams.ts';
import { EntryFrame } from './EntryFrame.tsx';
import styles from './Exams.module.css';

/** The pause in typing after which the search starts, ms. */
const gatherMs = 300;

/** `/mypage/mockexam/{id}/schoolinfo/{desired_rank}`: one 志望校; an invalid rank redirects to the list. */
export function SchoolSearch({ id, rank }: { id: string; rank: number }) {
  return (
    <EntryFrame id={id} title={texts.rank(rank)} step={2}>
      {(exam) =>
        Number.isInteger(rank) && rank >= 1 && rank <= (exam.max_desired_rank || 8) ? (
          <Search exam={exam} rank={rank} />
        ) : (
          <Navigate to={paths.mockexamSchools(id)} replace={true} />
        )
      }
    </EntryFrame>
  );
}

/**
 * The results for the typed text; the last ones stay while the next are loading, and when these do not come. `retry`:
 * asks again for the same.
 */
function useSchools(q: string, prefecture: string, kind: string) {
  const [found, setFound] = useState<{ schools: School[]; error: unknown; isBusy: boolean }>({
    schools: [],
    error: null,
    isBusy: true,
  });
  const [nth, setNth] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `nth` is the retry
  useEffect(() => {
    const stop = new AbortController();
    const timer = setTimeout(() => {
      setFound((former) => ({ ...former, isBusy: true }));
      searchSchools({ q: q.trim(), prefecture, kind }, stop.signal).then(
        ({ results }) => setFound({ schools: results, error: null, isBusy: false }),
        (error: unknown) => {
          if (!isAbort(error)) setFound((former) => ({ ...former, error, isBusy: false }));
        },
      );
    }, gatherMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [q, prefecture, kind, nth]);
  return { ...found, retry: () => setNth((count) => count + 1) };
}

function Search({ exam, rank }: { exam: MockExamDetail; rank: number }) {
  const navigate = useNavigate();
  const { state } = useConnectivity();
  const [keys] = useState(createSubmissionKey);
  const [q, setQ] = useState('');
  const [prefecture, setPrefecture] = useState('');
  const [method, setMethod] = useState('');
  const [name, setName] = useState('');
  const [isByHand, setByHand] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const kind = exam.kind === 'highschool' ? 'highschool' : 'university';
  const { schools, error, isBusy: isSearching, retry } = useSchools(q, prefecture, kind);
  const own = new Set(exam.subjects.filter(({ is_selected }) => is_selected).map(({ id }) => id));

  const save = async (body: DesiredInput) => {
    setBusy(true);
    setFailure(null);
    try {
      await keepEntry(exam.id, await putDesired(exam.id, rank, body, keys.keyFor([rank, body])));
      void navigate(paths.mockexamSchools(exam.id));
    } catch (problem) {
      const isDouble = problem instanceof HttpError && problem.code === 'duplicate';
      setFailure(isDouble ? texts.duplicate : describeFailure(problem));
    } finally {
      setBusy(false);
    }
  };
  const methods = schools.flatMap(({ faculties }) => faculties.flatMap((faculty) => faculty.methods));
  const chosen = methods.find(({ id }) => id === method);
  const missing = chosen?.subjects.filter(({ id }) => !own.has(id)) ?? [];
  return (
    <div className={styles.form}>
      <SummaryBox title={entryTexts.failed} failure={failure} />
      {state !== 'online' && <p className={styles.note}>{texts.offline}</p>}
      <p>{texts.lead2}</p>
      <div className={styles.pair}>
        <Field
          id="school-q"
          label={texts.searchLabel}
          type="search"
          autoComplete="off"
          value={q}
          onChange={({ currentTarget }) => setQ(currentTarget.value)}
        />
        <SelectBox
          id="school-prefecture"
          name="prefecture"
          label={texts.prefecture}
          placeholder={texts.anywhere}
          options={prefectures.map((value) => ({ value, label: value }))}
          value={prefecture}
          onChange={({ currentTarget }) => setPrefecture(currentTarget.value)}
        />
      </div>
      <p role="status" className={styles.facts}>
        {isSearching ? texts.searching : schools.length === 0 && !error ? texts.none : ''}
      </p>
      {error !== null && (
        <div className={styles.part}>
          <p className={styles.note}>{texts.notSearched}</p>
          <ErrorLine error={error} onRetry={retry} />
        </div>
      )}
      <ul className={styles.schools}>
        {schools.map((school) => (
          <li key={school.id} className={styles.card}>
            <h2 className={styles.name}>
              {school.name} <span className={styles.facts}>{school.prefecture}</span>
            </h2>
            {school.faculties.map((faculty) =>
              faculty.methods.map((one) => (
                <label key={one.id} className={styles.tick}>
                  <input
                    type="radio"
                    name="method"
                    value={one.id}
                    checked={method === one.id}
                    onChange={() => setMethod(one.id)}
                  />
                  <span>
                    {faculty.name} {one.name}
                    {one.border !== null && `・${texts.border(one.border, one.border_year)}`}
                    {one.subjects.length > 0 &&
                      `・${texts.needs(one.subjects.map(({ name }) => name).join('、'))}`}
                  </span>
                </label>
              )),
            )}
          </li>
        ))}
      </ul>
      <div className={chosen ? styles.dock : styles.buttons}>
        {missing.map(({ id, name: subject }) => (
          <p key={id} className={styles.note}>
            {texts.mismatch(subject)}
          </p>
        ))}
        <ActionButton
          look="primary"
          disabled={isBusy || !chosen}
          onClick={() => void save({ method: Number(method) })}
        >
          {texts.save}
        </ActionButton>
        <ActionButton look="quiet" aria-expanded={isByHand} onClick={() => setByHand(!isByHand)}>
          {texts.byHand}
        </ActionButton>
      </div>
      {isByHand && (
        <div className={styles.form}>
          <p>{texts.byHandLead}</p>
          <Field
            id="school-name"
            label={texts.byHandLabel}
            autoComplete="off"
            maxLength={80}
            value={name}
            onChange={({ currentTarget }) => setName(currentTarget.value)}
          />
          <div className={styles.buttons}>
            <ActionButton
              disabled={isBusy || name.trim() === ''}
              onClick={() => void save({ free_name: name.trim() })}
            >
              {texts.save}
            </ActionButton>
          </div>
        </div>
      )}
    </div>
  );
}
