import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Entry, MockExamDetail } from '#contracts/exam.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { copyDesired, deleteDesired, reorderDesired, saveEntry } from '../api.ts';
import { entryTexts, schoolTexts as texts } from '../texts.ts';
import { keepEntry } from '../useExams.ts';
import { EntryFrame } from './EntryFrame.tsx';
import styles from './Exams.module.css';
import { RankedSchools } from './RankedSchools.tsx';

/** `/mypage/mockexam/{id}/schoolinfo`: 志望校 by rank, or 未定 (product.md 2.3.L). */
export function SchoolList({ id }: { id: string }) {
  return (
    <EntryFrame id={id} title={texts.title} step={2}>
      {(exam) => <List exam={exam} />}
    </EntryFrame>
  );
}

function List({ exam }: { exam: MockExamDetail }) {
  const navigate = useNavigate();
  const [keys] = useState(createSubmissionKey);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [copied, setCopied] = useState(0);
  /** The last tick; `null`: the server's value. */
  const [ticked, setTicked] = useState<boolean | null>(null);
  const { entry, last_desired: last } = exam;
  const desired = [...(entry?.desired ?? [])].sort((one, other) => one.rank - other.rank);
  const ranks = desired.map(({ rank }) => rank);
  const isUndecided = entry?.is_undecided ?? false;
  const most = exam.max_desired_rank || 8;
  const free = Array.from({ length: most }, (_, at) => at + 1).find((rank) => !ranks.includes(rank));

  const run = async (work: () => Promise<Entry>): Promise<boolean> => {
    setBusy(true);
    setFailure(null);
    try {
      await keepEntry(exam.id, await work());
      keys.arrived();
      return true;
    } catch (error) {
      setFailure(describeFailure(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const order = (next: number[]) =>
    run(() => reorderDesired(exam.id, next, keys.keyFor(['reorder', next, entry?.modified])));
  const copy = async () => {
    const before = desired.length;
    const work = async () => {
      const fresh = await copyDesired(exam.id, keys.keyFor(['copy', last?.exam, entry?.modified]));
      setCopied(fresh.desired.length - before);
      return fresh;
    };
    if (!(await run(work))) setCopied(0);
  };
  const tick = async (is_undecided: boolean) => {
    if (isBusy) return;
    setTicked(is_undecided);
    const body = { section: 'school_info', data: { is_undecided } } as const;
    const work = () => saveEntry(exam.id, body, entry === null, keys.keyFor([body, entry?.modified]));
    if (!(await run(work))) setTicked(null);
  };
  const goOn = () => {
    if (desired.length === 0 && !(ticked ?? isUndecided)) return setFailure(texts.missing);
    void navigate(paths.mockexamEnvironment(exam.id));
  };
  return (
    <div className={styles.form}>
      <SummaryBox title={entryTexts.failed} failure={failure} />
      <p>{texts.lead(most)}</p>
      <RankedSchools
        desired={desired}
        isBusy={isBusy}
        onOrder={order}
        actions={({ rank }) => (
          <>
            <ActionLink to={paths.mockexamSchool(exam.id, rank)}>{texts.change}</ActionLink>
            <ActionButton
              look="quiet"
              disabled={isBusy}
              onClick={() =>
                void run(() => deleteDesired(exam.id, rank, keys.keyFor(['delete', rank, entry?.modified])))
              }
            >
              {texts.remove}
            </ActionButton>
          </>
        )}
      />
      {last && free !== undefined && (
        <div className={styles.next}>
          <p className={styles.facts}>{texts.copyLead(last.name, last.count)}</p>
          <ActionButton disabled={isBusy} onClick={() => void copy()} data-testid="desired-copy">
            {texts.copy}
          </ActionButton>
        </div>
      )}
      <p role="status">{copied > 0 ? texts.copied(copied) : ''}</p>
      {free !== undefined && !isUndecided && (
        <p>
          <ActionLink to={paths.mockexamSchool(exam.id, free)}>{texts.register(free)}</ActionLink>
        </p>
      )}
      {desired.length === 0 && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            // The tick changes at once. If the server refuses it, it goes back, with the error message above.
            checked={ticked ?? isUndecided}
            onChange={({ currentTarget }) => void tick(currentTarget.checked)}
          />
          <span>{texts.undecided}</span>
        </label>
      )}
      <div className={styles.buttons}>
        <ActionButton look="primary" disabled={isBusy} onClick={goOn}>
          {texts.next}
        </ActionButton>
      </div>
    </div>
  );
}
