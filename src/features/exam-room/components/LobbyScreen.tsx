import { IconCircleCheck, IconCircleDashed, IconCircleX } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import type { ExamDb } from '#shared/lib/exam/examDb.ts';
import { hasCrypto } from '#shared/lib/exam/pieces.ts';
import type { SubjectPlace } from '#shared/lib/exam/startAttempt.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { examMoment } from '#shared/lib/text/examTime.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { ConfirmDialog } from '#shared/ui/ConfirmDialog.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import { ProgressLine } from '#shared/ui/ProgressLine.tsx';
import { playTestTone } from '../audioElement.ts';
import { type Check, createLobby, isPrepared, type Lobby, type LobbyStore } from '../lobbyChecks.ts';
import { fullMinutes, shortened } from '../lobbyTime.ts';
import type { ExamPages } from '../pages.ts';
import { practiceTexts } from '../practice/practiceTexts.ts';
import { createStartFlow, isStarting, type StartState } from '../startFlow.ts';
import { lobbyTexts as texts } from '../texts.ts';
import lobbyStyles from './Lobby.module.css';
import styles from './Room.module.css';

/** What the lobby needs to know of its subject. Times in epoch ms; `null`: no limit. */
export type LobbyFacts = {
  /** Of the subject, without the taker's own allowance. */
  minutes: number;
  points: number | null;
  hasListening: boolean;
  /** The taker's allowance: percent of the minutes, 100 to 200, and the script in place of the sound. */
  multiplierPct: number;
  isScript: boolean;
  from: number | null;
  until: number | null;
  packFrom: number | null;
  /** The server says that it is already running, on this device or on another one. */
  isRunning: boolean;
  /** It can be begun, also if it was taken before: a test taken again, or a reopened subject. */
  canStart: boolean;
  /** The learner's attempt, on whatever device; absent where an exam does not tell. */
  attempt?: string | null;
  nameOf: (subject: string) => string;
};

/** The activation of the start button is spread over this time, ms (exams.md 8). */
const wakeSpreadMs = 3000;

/**
 * Before a subject: checks, the pack, the rules, the start (exams.md 3.4 S1, S2). `isReopened`: it was ended on this
 * device and runs again.
 */
export function LobbyScreen({
  db,
  place,
  facts,
  isReopened,
  pages,
  onOpen,
}: {
  db: ExamDb;
  place: SubjectPlace;
  facts: LobbyFacts;
  isReopened: boolean;
  pages: ExamPages;
  onOpen: () => void;
}) {
  const [lobby] = useState(() => createLobby(db, place));
  const [flow] = useState(() => createStartFlow(db, place, onOpen));
  const checks = useObservable(lobby);
  const start = useObservable(flow);
  const { state } = useConnectivity();
  const isOpen = useIsOpen(facts);
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    void lobby.look();
    return () => {
      lobby.stop();
      flow.stop();
    };
  }, [lobby, flow]);
  const isBusy = isStarting(start);
  // Who reads the script has no sound to hear.
  const needsSound = facts.hasListening && !facts.isScript;
  const isHeard = !needsSound || checks.sound === 'ok';
  // For a running subject its own time decides: extra time, or time given back, may end later than the window.
  const mayBegin = isOpen === 'open' || facts.isRunning;
  const isReady = isPrepared(checks, needsSound) && !isBusy && mayBegin;
  const cut = shortened(facts, serverNow());
  const words = lobbyWords(place, facts);
  const begin = () => (cut !== null && !facts.isRunning ? setAsking(true) : void flow.begin());
  // Nothing of what follows can be done here (row 56).
  if (!hasCrypto())
    return (
      <div className={styles.room} data-testid="exam-lobby">
        <PageHeader title={words.title} inShell={false} lead={words.lead} />
        <p className={styles.note} role="alert" data-testid="exam-no-crypto">
          {texts.noCrypto}
        </p>
        <div className={lobbyStyles.begin}>
          <ActionLink to={pages.back}>{texts.back(place.kind)}</ActionLink>
        </div>
      </div>
    );
  return (
    <div className={styles.room} data-testid="exam-lobby">
      <PageHeader title={words.title} inShell={false} lead={words.lead} />
      {facts.isRunning && <p className={styles.note}>{isReopened ? texts.reopened : texts.notHere}</p>}
      <h2 className={styles.questionName}>{texts.checks}</h2>
      <ul className={lobbyStyles.checks}>
        <Row name={texts.clock} check={checks.clock}>
          {checks.clock === 'bad' && <p>{texts.clockBad}</p>}
        </Row>
        <Row name={texts.store} check={checks.store}>
          {checks.store === 'bad' && <p>{texts.storeBad}</p>}
        </Row>
        <Pack lobby={lobby} checks={checks} packFrom={facts.packFrom} isRunning={facts.isRunning} />
        {needsSound && <Sound lobby={lobby} checks={checks} />}
      </ul>
      {facts.hasListening && facts.isScript && <p className={styles.note}>{texts.script}</p>}
      {checks.app === 'part' && <p className={styles.small}>{texts.appMissing}</p>}
      {checks.app === 'none' && <p className={styles.note}>{texts.noWorker}</p>}
      {checks.clock === 'ok' && checks.store === 'ok' && isHeard && (
        <p role="status">
          <strong>{needsSound ? texts.all : texts.allWithoutSound}</strong>
        </p>
      )}
      {/* The time of a running subject is not for reading them again. */}
      {!facts.isRunning && (
        <>
          <h2 className={styles.questionName}>{words.heading}</h2>
          <ul className={lobbyStyles.rules}>
            {words.rules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </>
      )}
      {state !== 'online' && <p className={styles.note}>{texts.offline}</p>}
      {isOpen === 'early' && facts.from !== null && (
        <p className={styles.note}>{texts.notOpen(examMoment(facts.from, serverNow()))}</p>
      )}
      {isOpen === 'over' && !mayBegin && <p className={styles.note}>{texts.closed}</p>}
      <Outcome
        start={start}
        isPractice={place.practice ?? false}
        nameOf={facts.nameOf}
        onTakeOver={(attempt) => void flow.takeOver(attempt)}
      />
      <div className={lobbyStyles.begin}>
        <ActionButton data-testid="exam-start" look="primary" disabled={!isReady} onClick={begin}>
          {isBusy ? words.starting : facts.isRunning ? words.resume : words.start}
        </ActionButton>
        <ActionLink to={pages.back} look="quiet">
          {texts.back(place.kind)}
        </ActionLink>
      </div>
      {isAsking && cut !== null && (
        <ConfirmDialog
          title={texts.endsTitle}
          body={texts.ends(examMoment(cut.until, serverNow()), cut.minutes)}
          confirm={texts.start}
          onConfirm={() => {
            setAsking(false);
            void flow.begin();
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  );
}

/** The title of a subject: the real exam, or practice. */
function lobbyWords({ subjectName, practice }: SubjectPlace, facts: LobbyFacts) {
  const { points } = facts;
  const minutes = fullMinutes(facts);
  if (practice)
    return {
      title: practiceTexts.title(subjectName),
      lead: practiceTexts.lead(points),
      heading: practiceTexts.rules,
      rules: practiceTexts.rule,
      ...{ start: practiceTexts.start, resume: practiceTexts.resume, starting: practiceTexts.begun },
    };
  return {
    title: texts.title(subjectName),
    lead: points === null ? `${minutes}分` : texts.facts(minutes, points),
    heading: texts.rules,
    rules: [...texts.rule, texts.lock],
    ...{ start: texts.start, resume: texts.resume, starting: texts.starting },
  };
}

/**
 * Whether the window is open by the server's clock; it updates by itself, at a slightly different moment on each
 * device.
 */
function useIsOpen({ from, until }: LobbyFacts): 'early' | 'open' | 'over' {
  const [spread] = useState(() => Math.random() * wakeSpreadMs);
  const read = () => {
    const now = serverNow();
    // Somebody who comes after the opening does not wait for the spread.
    if (from !== null && now < from + (now < from + wakeSpreadMs ? spread : 0)) return 'early' as const;
    return until !== null && now >= until ? ('over' as const) : ('open' as const);
  };
  const [shown, setShown] = useState(read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the clock alone
  useEffect(() => {
    const timer = setInterval(() => setShown(read()), 500);
    return () => clearInterval(timer);
  }, [from, until]);
  return shown;
}

function Row({ name, check, children }: { name: string; check: Check; children?: ReactNode }) {
  const Icon = check === 'ok' ? IconCircleCheck : check === 'bad' ? IconCircleX : IconCircleDashed;
  const words = check === 'ok' ? texts.ok : check === 'running' ? texts.running : texts.open;
  return (
    <li className={lobbyStyles.checkRow} data-check={check}>
      <span className={lobbyStyles.checkHead}>
        <span>{name}</span>
        <span className={styles.save}>
          <Icon size={20} aria-hidden="true" />
          {check === 'bad' ? '' : words}
        </span>
      </span>
      {children}
    </li>
  );
}

const troubles = {
  offline: texts.packOffline,
  damaged: texts.packBad,
  full: texts.packFull,
  failed: texts.packFailed,
} as const;

function Pack({
  lobby,
  checks,
  packFrom,
  isRunning,
}: {
  lobby: LobbyStore;
  checks: Lobby;
  packFrom: number | null;
  isRunning: boolean;
}) {
  const { pack, share, trouble } = checks;
  const percent = Math.floor(share * 100);
  const isBegun = pack !== 'ok' && share > 0;
  const { state } = useConnectivity();
  // A download that was interrupted by a lost connection continues when the connection is back.
  useEffect(() => {
    if (state === 'online' && lobby.get().trouble === 'offline') void lobby.prepare();
  }, [state, lobby]);
  const isEarly = packFrom !== null && serverNow() < packFrom;
  return (
    <Row name={texts.pack} check={pack}>
      {isEarly ? (
        <p>{texts.packNotOpen(examMoment(packFrom, serverNow()))}</p>
      ) : trouble === 'not_open' ? (
        <p role="alert">{texts.packRefused}</p>
      ) : (
        <>
          {pack === 'open' && <p>{isRunning ? texts.packRunning : texts.packNeeded}</p>}
          {trouble !== null && <p role="alert">{troubles[trouble]}</p>}
          {(pack === 'running' || isBegun) && (
            <>
              <p role="status" data-testid="exam-pack-share">
                {texts.preparing(percent)}
              </p>
              <ProgressLine value={share} max={1} label={texts.preparing(percent)} decorative={true} />
            </>
          )}
          <div className={lobbyStyles.buttons}>
            <ActionButton
              data-testid="exam-prepare"
              disabled={pack === 'running'}
              onClick={() => void lobby.prepare()}
            >
              {isBegun ? texts.prepareOn : pack === 'open' ? texts.prepare : texts.prepareAgain}
            </ActionButton>
          </div>
        </>
      )}
    </Row>
  );
}

function Sound({ lobby, checks }: { lobby: LobbyStore; checks: Lobby }) {
  const { sound } = checks;
  const play = async () => {
    lobby.sound((await playTestTone()) ? 'asking' : 'impossible');
  };
  return (
    <Row
      name={texts.sound}
      check={sound === 'ok' ? 'ok' : sound === 'open' || sound === 'asking' ? 'open' : 'bad'}
    >
      {sound === 'unheard' && <p role="alert">{texts.soundHint}</p>}
      {sound === 'impossible' && <p role="alert">{texts.soundFailed}</p>}
      {sound === 'asking' && <p role="status">{texts.soundAsk}</p>}
      <div className={lobbyStyles.buttons}>
        {sound === 'asking' && (
          <>
            <ActionButton look="primary" data-testid="exam-sound-yes" onClick={() => lobby.sound('ok')}>
              {texts.soundYes}
            </ActionButton>
            <ActionButton onClick={() => lobby.sound('unheard')}>{texts.soundNo}</ActionButton>
          </>
        )}
        <ActionButton data-testid="exam-sound" onClick={() => void play()}>
          {texts.soundPlay}
        </ActionButton>
      </div>
    </Row>
  );
}

/** The result of a press. */
function Outcome({
  start,
  isPractice,
  nameOf,
  onTakeOver,
}: {
  start: StartState;
  isPractice: boolean;
  nameOf: (subject: string) => string;
  onTakeOver: (attempt: string) => void;
}) {
  if (start.kind === 'confirming' || start.kind === 'crowded')
    return (
      <div className={styles.notice} role="status" data-testid={`exam-${start.kind}`}>
        <p>
          <strong>{texts[start.kind]}</strong>
        </p>
        <p>{start.kind === 'crowded' ? texts.crowdedBody : texts.confirmingBody}</p>
      </div>
    );
  if (start.kind === 'held')
    return (
      <div className={styles.notice} role="alert" data-testid="exam-held">
        <p>{texts.held}</p>
        <p>{texts.heldBy(start.by)}</p>
        <ActionButton look="primary" onClick={() => onTakeOver(start.attempt)}>
          {texts.takeOver}
        </ActionButton>
      </div>
    );
  if (start.kind === 'refused' || start.kind === 'failed')
    return (
      <div className={styles.notice} role="alert" data-testid="exam-start-error">
        <p>
          <strong>{texts.failed}</strong>
        </p>
        <p>
          {start.kind !== 'refused'
            ? texts.failedBody
            : isPractice && start.code === 'not_open'
              ? practiceTexts.notOpen
              : refusalWords(start, nameOf)}
        </p>
      </div>
    );
  return null;
}

function refusalWords(
  { code, at, subject }: Extract<StartState, { kind: 'refused' }>,
  nameOf: (subject: string) => string,
): string {
  const moment = at === null ? '' : examMoment(Date.parse(at), serverNow());
  switch (code) {
    case 'not_open':
      return moment === '' ? texts.closed : texts.notOpen(moment);
    case 'already_submitted':
      return texts.already;
    case 'other_subject_running':
      return texts.other(nameOf(subject ?? ''));
    case 'too_soon':
      return texts.tooSoon(moment);
    case 'payment_required':
      return texts.unpaid;
    case 'pack_outdated':
      return texts.outdated;
    default:
      return texts.failedBody;
  }
}
