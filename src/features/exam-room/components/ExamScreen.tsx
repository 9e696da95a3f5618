import { useEffect, useState } from 'react';
import { Navigate } from 'react-router-dom';
import type { ExamKind } from '#contracts/examContent.ts';
import { UnknownExam, type WhyUnknown } from '#shared/exam/UnknownExam.tsx';
import { isNotFound } from '#shared/lib/errors.ts';
import { isVoid } from '#shared/lib/exam/attemptView.ts';
import type { LocalCells } from '#shared/lib/exam/cells.ts';
import { type ExamDb, openExamDb } from '#shared/lib/exam/examDb.ts';
import type { AttemptRow } from '#shared/lib/exam/rows.ts';
import type { SubjectPlace } from '#shared/lib/exam/startAttempt.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import type { NextSubject } from '../nextSubject.ts';
import type { ExamPages } from '../pages.ts';
import { PracticeResult } from '../practice/PracticeResult.tsx';
import type { Room, RoomState } from '../roomKeeper.ts';
import { lobbyTexts, resultTexts, texts } from '../texts.ts';
import { loadDrawing } from '../tools/roomTools.ts';
import { useCheckresult } from '../useCheckresult.ts';
import { useAttemptView, useRoom } from '../useRoom.ts';
import { StoredAnswersFile } from './AnswersFile.tsx';
import { CheckScreen } from './CheckScreen.tsx';
import { IncidentElsewhere } from './IncidentElsewhere.tsx';
import { type LobbyFacts, LobbyScreen } from './LobbyScreen.tsx';
import { MarkingElsewhere } from './MarkingElsewhere.tsx';
import { Repaint } from './Repaint.tsx';
import { ResultScreen } from './ResultScreen.tsx';
import roomStyles from './Room.module.css';
import { RoomScreen } from './RoomScreen.tsx';
import { VoidScreen } from './VoidScreen.tsx';

/** The page of a subject. */
export type ExamView = 'exam' | 'check' | 'result';

/** `asked`: the attempt whose result is wanted, where there may be several; without it the last one. */
type Common = {
  asked?: string | null;
  userId: string;
  place: SubjectPlace;
  view: ExamView;
  pages: ExamPages & { report: string | null };
  next: NextSubject | null;
};

/**
 * The server's answer about the exam, of which the facts are made. `error` `null`: it is here or on its way · `retry`:
 * asks for it again · `isFetching`: what is known may be a stored copy from before the subject could be taken again.
 */
type Source = { error: unknown; retry: () => void; isFetching?: boolean };

/** `onAgain`: an ended subject is taken again, as practice. */
type Again = { onAgain: () => void };

/**
 * A subject on this device, from the lobby to the receipt. It is one chunk of the build, so nothing is fetched once the
 * time runs (exams.md 4). `facts`: data for the lobby; `null`: there is none, `source` says why. A running attempt needs
 * none of it.
 */
export function ExamScreen({
  facts,
  source = null,
  ...common
}: Common & { facts: LobbyFacts | null; source?: Source | null }) {
  const { userId, place } = common;
  const { keeper, state } = useRoom(userId, place);
  // Everything a room needs is loaded before its time runs (exams.md 4); where it runs already, behind the questions.
  const isShown = state.kind === 'lobby' || state.kind === 'open';
  useEffect(() => {
    if (isShown) void loadDrawing().catch(() => undefined);
  }, [isShown]);
  const look = () => void keeper.look();
  const again = () => void keeper.again();
  return <Stage state={state} facts={facts} source={source} onLook={look} onAgain={again} {...common} />;
}

type Lobby = { facts: LobbyFacts | null; source: Source | null; onLook: () => void };

function Stage({ state, ...common }: Common & Again & Lobby & { state: RoomState }) {
  const { pages, place, userId, onLook } = common;
  const db = useExamDb(userId);
  if (state.kind === 'failed')
    return <Failed db={db} row={state.row} pages={pages} kind={place.kind} onRetry={onLook} />;
  if (state.kind === 'open') return <Opened room={state.room} {...common} />;
  if (state.kind === 'held') return <Held pages={pages} kind={place.kind} />;
  if (state.kind === 'lobby' && db) return <NotOpen db={db} over={state.over} {...common} />;
  return <Loading shape={<TextSkeleton lines={6} />} onReload={onLook} />;
}

/** The subject is not running on this device. `over`: what this device knows of an attempt that has ended. */
function NotOpen({
  db,
  over,
  facts,
  source,
  onLook,
  ...common
}: Common & Again & Lobby & { db: ExamDb; over: AttemptRow | null }) {
  const { view, pages, place, asked = null } = common;
  if (view === 'result' && over && (asked ?? over.id) === over.id)
    return <Outcome db={db} row={over} cells={null} paper={null} {...common} />;
  // A test that can be taken again, or a reopened subject, begins in the lobby again.
  if (view !== 'result' && over && !facts?.canStart)
    return source?.isFetching ? (
      <Loading shape={<TextSkeleton lines={6} />} onReload={onLook} />
    ) : (
      <Navigate to={pages.result} replace={true} />
    );
  if (!facts) return <Unknown source={source} pages={pages} kind={place.kind} onLook={onLook} />;
  if (view === 'result') return <Nothing pages={pages} place={place} facts={facts} asked={asked} />;
  if (view === 'check') return <Navigate to={pages.exam} replace={true} />;
  return (
    <LobbyScreen
      db={db}
      place={place}
      facts={facts}
      isReopened={isReopened(over, facts)}
      pages={pages}
      onOpen={onLook}
    />
  );
}

/** Nothing of the subject is here, and the server's answer about its exam is on its way, or it could not be asked. */
function Unknown({
  source,
  pages,
  kind,
  onLook,
}: {
  source: Source | null;
  pages: ExamPages;
  kind: ExamKind;
  onLook: () => void;
}) {
  const { state: network, isCaptive } = useConnectivity();
  const error = source?.error ?? null;
  const retry = source?.retry ?? onLook;
  // The not-found screen of the app: there is no such exam.
  if (isNotFound(error)) throw error;
  return (
    <UnknownExam
      why={whyUnknown(error, network === 'offline' && !isCaptive)}
      error={error}
      words={{ title: lobbyTexts.away, body: lobbyTexts.awayBody, retry: lobbyTexts.retry }}
      back={<ActionLink to={pages.back}>{lobbyTexts.back(kind)}</ActionLink>}
      onRetry={retry}
    />
  );
}

function whyUnknown(error: unknown, isOffline: boolean): WhyUnknown {
  if (isOffline) return 'away';
  return error === null ? 'waiting' : 'failed';
}

/** Time was given back after the end: the subject that this device has handed in runs again at the server. */
function isReopened(over: AttemptRow | null, { isRunning }: LobbyFacts): boolean {
  return over !== null && !isVoid(over) && isRunning && !['english', 'konoshiki'].includes(over.kind);
}

function useExamDb(userId: string): ExamDb | null {
  const [db, setDb] = useState<ExamDb | null>(null);
  useEffect(() => {
    let isWanted = true;
    openExamDb(userId).then(
      (opened) => isWanted && setDb(opened),
      (error: unknown) => console.warn('exam: no database', error),
    );
    return () => {
      isWanted = false;
    };
  }, [userId]);
  return db;
}

function Opened({ room, ...common }: Common & Again & { room: Room }) {
  const { row, cells } = useAttemptView(room.attempt);
  const { view, pages } = common;
  const isEnded = row.state !== 'running';
  if (view === 'result' && !isEnded) return <Navigate to={pages.exam} replace={true} />;
  if (view !== 'result' && isEnded && row.receipt) return <Navigate to={pages.result} replace={true} />;
  if (view === 'result')
    return <Outcome row={row} cells={cells} db={room.db} paper={room.paper} {...common} />;
  // The clock has ended it but may be wrong: the questions stay visible until the server has confirmed the end.
  if (view === 'exam' && isEnded) return <Ended room={room} {...common} />;
  return view === 'check' ? (
    <Repaint key="check" what="review">
      <CheckScreen room={room} pages={pages} />
    </Repaint>
  ) : (
    <Repaint key="room" what="room">
      <RoomScreen room={room} pages={pages} title={row.subjectName} />
    </Repaint>
  );
}

/** Sealed on this device: ended by the clock, or handed in while the server does not have it yet. */
function Ended({ room, pages }: Common & { room: Room }) {
  const { row } = useAttemptView(room.attempt);
  if (row.seal?.by === 'taker') return <Navigate to={pages.result} replace={true} />;
  return (
    <>
      <div className={roomStyles.notice} role="alert" data-testid="exam-time-up">
        <p>
          <strong>{texts.sealedTime}</strong>
        </p>
        <ActionLink to={pages.result} look="primary">
          {resultTexts.deviceReceipt}
        </ActionLink>
      </div>
      <RoomScreen room={room} pages={pages} title={row.subjectName} />
    </>
  );
}

/**
 * The result of a subject: the receipt, or the marks of a practice. `paper` `null`: its questions are no longer open.
 */
function Outcome({
  row,
  cells,
  db,
  paper,
  pages,
  next,
  onAgain,
}: Common & Again & { row: AttemptRow; cells: LocalCells | null; db: ExamDb; paper: Room['paper'] | null }) {
  const marked = useCheckresult(row);
  const shared = { row, db, paper, pages, marked };
  if (isVoid(row)) return <VoidScreen row={row} db={db} pages={pages} onAgain={onAgain} />;
  return row.practice ? (
    <PracticeResult {...shared} onAgain={onAgain} />
  ) : (
    <ResultScreen {...shared} cells={cells} next={next} />
  );
}

/** The questions do not open; the answers of this device can be saved as a file. */
function Failed({
  db,
  row,
  pages,
  kind,
  onRetry,
}: {
  db: ExamDb | null;
  row: AttemptRow | null;
  pages: ExamPages;
  kind: ExamKind;
  onRetry: () => void;
}) {
  return (
    <StateCard
      picture="trouble"
      title={lobbyTexts.openFailed}
      level={1}
      role="alert"
      testId="exam-open-failed"
      actions={
        <>
          <ActionButton look="primary" onClick={onRetry}>
            {lobbyTexts.retry}
          </ActionButton>
          <ActionLink to={pages.back}>{lobbyTexts.back(kind)}</ActionLink>
        </>
      }
    >
      {lobbyTexts.openFailedBody}
      {db && row && <StoredAnswersFile db={db} row={row} />}
    </StateCard>
  );
}

/** Another tab hangs and keeps the database: only closing it helps, and then the subject opens by itself (row 22). */
function Held({ pages, kind }: { pages: ExamPages; kind: ExamKind }) {
  return (
    <StateCard
      picture="trouble"
      title={lobbyTexts.tabHangs}
      level={1}
      role="alert"
      testId="exam-held"
      actions={<ActionLink to={pages.back}>{lobbyTexts.back(kind)}</ActionLink>}
    >
      {lobbyTexts.tabHangsBody}
    </StateCard>
  );
}

function Nothing({
  pages,
  place: { base, kind, subject },
  facts: { attempt = null, isRunning },
  asked,
}: {
  pages: ExamPages;
  place: SubjectPlace;
  facts: LobbyFacts;
  asked: string | null;
}) {
  const id = asked ?? attempt;
  // A running attempt has no marks. An attempt that is asked for by its id has ended, even if another one runs now.
  const isOver = asked !== null || !isRunning;
  return (
    <>
      <StateCard
        picture="books"
        title={asked === null ? resultTexts.nothing : resultTexts.nothingOf}
        level={1}
        actions={<ActionLink to={pages.back}>{resultTexts.toExam(kind)}</ActionLink>}
      >
        {resultTexts.nothingBody(resultTexts.pages[kind === 'english' ? 'english' : 'exam'])}
      </StateCard>
      {id !== null && isOver && <MarkingElsewhere base={base} subject={subject} id={id} />}
      {id !== null && <IncidentElsewhere base={base} id={id} />}
    </>
  );
}
