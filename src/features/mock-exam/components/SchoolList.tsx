import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DesiredSchool, Entry, MockExamDetail } from '#contracts/exam.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { deleteDesired, reorderDesired, saveEntry } from '../api.ts';
import { entryTexts, schoolTexts as texts } from '../texts.ts';
import { keepEntry } from '../useExams.ts';
import { EntryFrame } from './EntryFrame.tsx';
import styles from './Exams.module.css';

/** `/mypage/mockexam/{id}/schoolinfo`: 志望校 by rank, or 未定 (product.md 2.3.L). */
export function SchoolList({ id }: { id: string }) {
  return (
    <EntryFrame id={id} title={texts.title} step={2}>
      {(exam) => <List exam={exam} />}
    </EntryFrame>
  );
}

/** 「山川大学 理学部 一般選抜」 */
export function nameOfDesired({ school, faculty, method, free_name }: DesiredSchool): string {
  if (free_name !== '') return free_name;
  return [school?.name, faculty?.name, method?.name].filter(Boolean).join(' ');
}

function List({ exam }: { exam: MockExamDetail }) {
  const navigate = useNavigate();
  const [keys] = useState(createSubmissionKey);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { entry } = exam;
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
  const move = (at: number, step: 1 | -1) => {
    const next = [...ranks];
    const [own, other] = [next[at], next[at + step]];
    if (own === undefined || other === undefined) return;
    next[at] = other;
    next[at + step] = own;
    void run(() => reorderDesired(exam.id, next, keys.keyFor(['reorder', next, entry?.modified])));
  };
  const setUndecided = (is_undecided: boolean) => {
    const body = { section: 'school_info', data: { is_undecided } } as const;
    void run(() => saveEntry(exam.id, body, entry === null, keys.keyFor([body, entry?.modified])));
  };
  const goOn = () => {
    if (desired.length === 0 && !isUndecided) return setFailure(texts.missing);
    void navigate(paths.mockexamEnvironment(exam.id));
  };
  return (
    <div className={styles.form}>
      <SummaryBox title={entryTexts.failed} failure={failure} />
      <p>{texts.lead(most)}</p>
      <ol className={styles.schools}>
        {desired.map((one, at) => (
          <li key={one.rank} className={styles.card}>
            <div className={styles.head}>
              <h2 className={styles.name}>
                {texts.rank(one.rank)} {nameOfDesired(one)}
              </h2>
            </div>
            {one.free_name !== '' && <p className={styles.facts}>{texts.free}</p>}
            {one.border !== null && (
              <p className={styles.facts}>{texts.border(one.border, one.border_year)}</p>
            )}
            {one.missing.map((subject) => (
              <p key={subject} className={styles.note}>
                {texts.mismatch(subject)}
              </p>
            ))}
            <div className={styles.buttons}>
              <ActionLink to={paths.mockexamSchool(exam.id, one.rank)}>{texts.change}</ActionLink>
              <ActionButton look="quiet" disabled={isBusy || at === 0} onClick={() => move(at, -1)}>
                {texts.up}
              </ActionButton>
              <ActionButton
                look="quiet"
                disabled={isBusy || at === desired.length - 1}
                onClick={() => move(at, 1)}
              >
                {texts.down}
              </ActionButton>
              <ActionButton
                look="quiet"
                disabled={isBusy}
                onClick={() =>
                  void run(() =>
                    deleteDesired(exam.id, one.rank, keys.keyFor(['delete', one.rank, entry?.modified])),
                  )
                }
              >
                {texts.remove}
              </ActionButton>
            </div>
          </li>
        ))}
      </ol>
      {free !== undefined && !isUndecided && (
        <p>
          <ActionLink to={paths.mockexamSchool(exam.id, free)}>{texts.register(free)}</ActionLink>
        </p>
      )}
      {desired.length === 0 && (
        <label className={styles.tick}>
          <input
            type="checkbox"
            checked={isUndecided}
            disabled={isBusy}
            onChange={({ currentTarget }) => setUndecided(currentTarget.checked)}
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
