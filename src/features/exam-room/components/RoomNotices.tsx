import { useState } from 'react';
import { useBlocker } from 'react-router-dom';
import type { AttemptView } from '#shared/lib/exam/attemptView.ts';
import { patienceMs } from '#shared/lib/exam/tabTurn.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import { useAfter } from '#shared/ui/useAfter.ts';
import type { ExamPages } from '../pages.ts';
import { practiceTexts } from '../practice/practiceTexts.ts';
import type { Room } from '../roomKeeper.ts';
import { texts } from '../texts.ts';
import { useAttemptView } from '../useRoom.ts';
import { AnswersFile } from './AnswersFile.tsx';
import styles from './Room.module.css';

/** Time for reading what the other tab stored, after its turn was taken away, ms. */
const readMs = 4000;

/**
 * Notices above the questions: corrections, another tab or device, maintenance, answers as a file, and leaving the exam.
 */
export function RoomNotices({ room, pages }: { room: Room; pages: ExamPages }) {
  return (
    <>
      <Leaving room={room} pages={pages} />
      <Tabs room={room} />
      <Errata room={room} />
      <Closed room={room} />
      <Refused room={room} />
    </>
  );
}

/**
 * Somebody who leaves the page has to confirm once; the time goes on (exams.md 4). Closing the tab needs no
 * confirmation.
 */
function Leaving({ room, pages }: { room: Room; pages: ExamPages }) {
  const { row } = useAttemptView(room.attempt);
  const isOwn = (address: string) =>
    [pages.exam, pages.check, pages.result].some((page) => page.split('?')[0] === address);
  const blocker = useBlocker(({ nextLocation }) => row.state === 'running' && !isOwn(nextLocation.pathname));
  if (blocker.state !== 'blocked') return null;
  const words = row.practice ? practiceTexts : texts;
  return (
    <div className={styles.leaving} role="alertdialog" aria-label={words.leave} data-testid="exam-leaving">
      <p>{words.leave}</p>
      <ActionButton look="primary" onClick={() => blocker.reset()}>
        {words.leaveNo}
      </ActionButton>
      <ActionButton onClick={() => blocker.proceed()}>{words.leaveYes}</ActionButton>
    </div>
  );
}

function Tabs({ room }: { room: Room }) {
  const { attempt } = room;
  const { row, turn } = useAttemptView(attempt);
  const [isBusy, setBusy] = useState(false);
  const [hasFailed, setFailed] = useState(false);
  if (row.switched !== null) {
    const takeOver = async () => {
      setBusy(true);
      setFailed(false);
      await attempt.takeOver().catch((error: unknown) => {
        console.warn('exam: not taken over', error);
        setFailed(true);
      });
      setBusy(false);
    };
    return (
      <div className={styles.notice} role="alert" data-testid="exam-switched">
        <p>{texts.switched(row.switched.to)}</p>
        {row.switched.kept > 0 && <p>{texts.switchedKept(row.switched.kept)}</p>}
        {hasFailed && <p>{texts.takeOverFailed}</p>}
        <ActionButton look="primary" disabled={isBusy} onClick={() => void takeOver()}>
          {texts.takeOver}
        </ActionButton>
      </div>
    );
  }
  if (turn === 'writer' || row.state !== 'running') return null;
  return (
    <div className={styles.notice} role="status" data-testid="exam-other-tab">
      {turn === 'waiting' ? <Taking /> : <p>{texts.otherTab}</p>}
      {turn === 'reader' && (
        <ActionButton look="primary" onClick={() => void attempt.takeTurn()}>
          {texts.takeTurn}
        </ActionButton>
      )}
    </div>
  );
}

/** A tab that keeps the database lost its turn, but nothing it stored can be read before it is closed (row 22). */
function Taking() {
  return <p>{useAfter(patienceMs + readMs) ? texts.tabHangs : texts.takingTurn}</p>;
}

/** Corrections to the questions are shown until the learner confirms them; that they were seen is recorded. */
function Errata({ room }: { room: Room }) {
  const { attempt } = room;
  const { row } = useAttemptView(attempt);
  const open = row.errata.filter(({ id }) => !row.seenErrata.includes(id));
  if (open.length === 0) return null;
  return (
    <section className={styles.notice} role="alert" aria-label={texts.erratum}>
      {open.map(({ id, html }) => (
        <div key={id} className={styles.erratum}>
          <strong>{texts.erratum}</strong>
          <SafeHtml html={html} />
          <ActionButton onClick={() => attempt.seen(id)}>{texts.erratumSeen}</ActionButton>
        </div>
      ))}
    </section>
  );
}

/** The server is closed for maintenance: the exam goes on, and the lost time is given back automatically (row 62). */
function Closed({ room }: { room: Room }) {
  const { state } = useConnectivity();
  const view = useAttemptView(room.attempt);
  return state === 'maintenance' ? <WhileClosed {...view} /> : null;
}

/** Where the device stores nothing, or the exam is over, other notices say what to do. */
export function WhileClosed({ row, save }: Pick<AttemptView, 'row' | 'save'>) {
  if (row.state !== 'running' || save.kind === 'nowhere') return null;
  return (
    <div className={styles.notice} role="status" data-testid="exam-maintenance">
      <p>
        <strong>{row.practice ? practiceTexts.maintenance : texts.maintenance}</strong>
      </p>
      <p>
        {texts.maintenanceKept}
        {!row.practice && texts.maintenanceTime}
      </p>
    </div>
  );
}

/** If the server refuses the answers, the learner can save them as a file (row 10). */
function Refused({ room }: { room: Room }) {
  const { attempt } = room;
  const { save, row, cells } = useAttemptView(attempt);
  if (save.kind !== 'refused' && save.kind !== 'nowhere') return null;
  return (
    <div className={styles.notice}>
      <p>{save.kind === 'refused' ? texts.save.refused : texts.save.nowhere}</p>
      <AnswersFile row={row} cells={cells} />
    </div>
  );
}
