import { IconFlagFilled } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { Slot } from '#contracts/examContent.ts';
import { isOpen as isOpenView } from '#shared/lib/exam/attemptView.ts';
import { forgetNotes } from '#shared/lib/exam/forgetNotes.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { Dialog } from '#shared/ui/Dialog.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';
import {
  countsOf,
  isAnswered,
  isCounted,
  isFlagged,
  needsTypedConfirm,
  picksOf,
  shownValue,
  slotValue,
} from '../model.ts';
import type { ExamPages } from '../pages.ts';
import { practiceTexts } from '../practice/practiceTexts.ts';
import type { Room } from '../roomKeeper.ts';
import { texts as roomTexts, checkTexts as texts } from '../texts.ts';
import { useAttemptView } from '../useRoom.ts';
import { Announcer } from './Announcer.tsx';
import styles from './Check.module.css';
import dock from './Dock.module.css';
import { ListeningBar } from './ListeningBar.tsx';
import room from './Room.module.css';
import { RoomBar } from './RoomBar.tsx';
import { RoomNotices } from './RoomNotices.tsx';
import { SettingsSheet } from './SettingsSheet.tsx';

type Filter = keyof typeof texts.filter;

/** `…/exam/checkpage`: every slot before the hand-in. The button also works without a network (exams.md 4). */
export function CheckScreen({ room: open, pages }: { room: Room; pages: ExamPages }) {
  const { attempt, paper } = open;
  const view = useAttemptView(attempt);
  const { row, cells, save } = view;
  const navigate = useNavigate();
  const { state } = useConnectivity();
  const [filter, setFilter] = useState<Filter>('all');
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [hasSettings, setSettings] = useState(false);
  const [asked, setAsked] = useState(0);
  const counts = countsOf(paper, cells);
  const goTo = (question: string) => {
    attempt.open(question);
    void navigate(pages.exam);
  };
  const submit = async () => {
    setAsking(false);
    setBusy(true);
    await attempt.handIn();
    setBusy(false);
    void navigate(pages.result, { replace: true });
  };
  return (
    <div className={room.room} data-testid="exam-checkpage">
      <PageHeader title={texts.title} inShell={false} lead={texts.lead} />
      <RoomBar
        attempt={attempt}
        save={save}
        answered={counts.answered}
        count={counts.all}
        peek={asked}
        onAsk={() => setAsked((count) => count + 1)}
        onSettings={() => setSettings(true)}
      />
      <Announcer attempt={attempt} asked={asked} />
      <RoomNotices room={open} pages={pages} />
      <ListeningBar room={open} />
      <fieldset className={styles.filters}>
        <legend className="visually-hidden">{texts.filterLabel}</legend>
        {(Object.keys(texts.filter) as Filter[]).map((name) => (
          <button
            key={name}
            type="button"
            className={room.tab}
            aria-pressed={filter === name}
            onClick={() => setFilter(name)}
          >
            {texts.filter[name]}
          </button>
        ))}
      </fieldset>
      {paper.choices.map((choice) => {
        const chosen = picksOf(cells, choice.id).length;
        return (
          <p key={choice.id} className={chosen === choice.choose ? styles.fine : room.note}>
            {texts.choose(choice.name, choice.choose, chosen)}
          </p>
        );
      })}
      {paper.sections.map((section) => {
        const shown = section.questions.flatMap((question) =>
          question.slots
            .filter(({ id }) =>
              filter === 'open'
                ? !isAnswered(cells, id)
                : filter === 'flagged'
                  ? isFlagged(cells, question)
                  : true,
            )
            .map((slot) => ({ slot, question })),
        );
        return (
          <section key={section.id} className={styles.section} translate="no">
            <h2 className={styles.name}>{section.name}</h2>
            {!isCounted(paper, cells, section.id) && picksCount(paper, cells, section.id) > 0 && (
              <p className={room.note}>{texts.notCounted}</p>
            )}
            {shown.length === 0 && <p className={room.small}>{texts.none}</p>}
            <ul className={styles.grid}>
              {shown.map(({ slot, question }) => {
                const answered = isAnswered(cells, slot.id);
                const flagged = isFlagged(cells, question);
                const value = slotValue(cells, slot.id);
                return (
                  <li key={slot.id}>
                    <button
                      type="button"
                      className={styles.slot}
                      data-answered={answered || undefined}
                      data-slot={slot.id}
                      data-value={value}
                      onClick={() => goTo(question.id)}
                    >
                      <strong>{slot.label || question.label}</strong>
                      <span className={styles.value}>{answered ? shortOf(slot, value) : '―'}</span>
                      <span className={styles.state}>
                        {flagged && <IconFlagFilled size={14} aria-hidden="true" />}
                        {answered ? roomTexts.states.done : roomTexts.states.open}
                        {flagged && <span className="visually-hidden">{roomTexts.states.flagged}</span>}
                      </span>
                    </button>
                  </li>
                );
              })}
            </ul>
          </section>
        );
      })}
      <div className={dock.dock} data-exam-dock="">
        <ActionLink to={pages.exam}>{texts.back}</ActionLink>
        {row.state === 'running' ? (
          <ActionButton
            data-testid="exam-submit"
            look="primary"
            disabled={isBusy || !isOpenView(view)}
            onClick={() => setAsking(true)}
          >
            {row.practice ? practiceTexts.submit : texts.submit}
          </ActionButton>
        ) : (
          <Link to={pages.result} className={room.file}>
            {roomTexts.sealedTime}
          </Link>
        )}
      </div>
      {isAsking && (
        <Confirm
          open={counts.all - counts.answered}
          isPractice={row.practice}
          isTyped={!row.practice && needsTypedConfirm(counts)}
          isOffline={state !== 'online'}
          onConfirm={() => void submit()}
          onCancel={() => setAsking(false)}
        />
      )}
      {hasSettings && (
        <SettingsSheet room={open} forget={() => forget(open)} onClose={() => setSettings(false)} />
      )}
    </div>
  );
}

/** An answer in the room of a box. */
function shortOf(slot: Slot, value: string): string {
  return slot.kind === 'self' ? roomTexts.states.done : shownValue(slot, value).slice(0, 8);
}

/** The content of the notes is not shown here; they can only be deleted. */
function forget({ db, attempt }: Room): Promise<boolean> {
  return forgetNotes(db, attempt.id).then(
    () => true,
    () => false,
  );
}

function picksCount(paper: Room['paper'], cells: Parameters<typeof picksOf>[0], section: string): number {
  const choice = paper.choices.find(({ of }) => of.includes(section));
  return choice ? picksOf(cells, choice.id).length : 0;
}

/** A confirmation before the end; in writing if much is unanswered (exams.md 4). */
function Confirm({
  open,
  isPractice,
  isTyped,
  isOffline,
  onConfirm,
  onCancel,
}: {
  open: number;
  isPractice: boolean;
  isTyped: boolean;
  isOffline: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}) {
  const [word, setWord] = useState('');
  const isReady = !isTyped || word.trim() === texts.word;
  const words = isPractice ? practiceTexts : texts;
  return (
    <Dialog
      title={open > 0 ? words.confirmOpen(open) : words.confirmTitle}
      body={
        <>
          {words.confirmBody}
          {isOffline && ` ${words.offlineBody}`}
          {isTyped && ` ${texts.typeToConfirm}`}
        </>
      }
      onCancel={onCancel}
      testId="exam-confirm"
    >
      {isTyped && (
        <input
          type="text"
          className={styles.word}
          aria-label={texts.typeLabel}
          autoComplete="off"
          value={word}
          onChange={({ currentTarget }) => setWord(currentTarget.value)}
        />
      )}
      <div className={styles.confirm}>
        <ActionButton onClick={onCancel}>{texts.back}</ActionButton>
        <ActionButton
          look="primary"
          data-testid="exam-submit-confirm"
          disabled={!isReady}
          onClick={onConfirm}
        >
          {words.submit}
        </ActionButton>
      </div>
    </Dialog>
  );
}
