import { IconChevronLeft, IconChevronRight, IconListNumbers } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { QuestionList } from '#shared/exam/QuestionList.tsx';
import { isOpen as isOpenView } from '#shared/lib/exam/attemptView.ts';
import { mediaSource } from '#shared/lib/exam/mediaSource.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { usePageName } from '#shared/ui/pageName.ts';
import { Sheet } from '#shared/ui/Sheet.tsx';
import {
  countsOf,
  flagSlot,
  isFlagged,
  passagesOf,
  placesOf,
  slotValue,
  stateOf,
  toggleOption,
} from '../model.ts';
import { optionOfKey, slotOfKey } from '../optionKeys.ts';
import type { ExamPages } from '../pages.ts';
import { roomPreferences } from '../preferences.ts';
import type { Room } from '../roomKeeper.ts';
import { texts } from '../texts.ts';
import { HighlightBar } from '../tools/HighlightBar.tsx';
import { HighlighterContext } from '../tools/Marked.tsx';
import { MarkerSheet } from '../tools/MarkerSheet.tsx';
import { markableTexts } from '../tools/parts.ts';
import { QuestionTools } from '../tools/QuestionTools.tsx';
import { createRoomTools } from '../tools/roomTools.ts';
import { useKeys } from '../useKeys.ts';
import { useAttemptView } from '../useRoom.ts';
import { useRoomWidth } from '../useWide.ts';
import { keepScreenOn } from '../wakeLock.ts';
import { Announcer } from './Announcer.tsx';
import { CompareView } from './CompareView.tsx';
import dock from './Dock.module.css';
import { ListeningBar } from './ListeningBar.tsx';
import { MarkSheet } from './MarkSheet.tsx';
import { PassagePane } from './PassagePane.tsx';
import { PlainQuestion } from './PlainQuestion.tsx';
import { nameOf, QuestionPane } from './QuestionPane.tsx';
import { Repaint } from './Repaint.tsx';
import styles from './Room.module.css';
import { RoomBar } from './RoomBar.tsx';
import { RoomNotices } from './RoomNotices.tsx';
import { SettingsSheet } from './SettingsSheet.tsx';

/** The questions of a running subject (exams.md 4). */
export function RoomScreen({ room, pages, title }: { room: Room; pages: ExamPages; title: string }) {
  const { attempt, paper, db } = room;
  const view = useAttemptView(attempt);
  const { row, cells, save, turn } = view;
  usePageName(title);
  const navigate = useNavigate();
  const width = useRoomWidth();
  const { size } = useObservable(roomPreferences);
  const places = placesOf(paper);
  const at = Math.max(
    0,
    places.findIndex(({ question }) => question.id === row.place),
  );
  const place = places[at];
  const [isMoved, setMoved] = useState(false);
  const [tab, setTab] = useState<'passage' | 'question' | 'marks'>('question');
  const [sheet, setSheet] = useState<'list' | 'marks' | 'settings' | 'marker' | null>(null);
  const [anchor, setAnchor] = useState<{ id: string; nth: number } | null>(null);
  const [asked, setAsked] = useState(0);
  const [isDark, setDark] = useState(false);
  const [tools] = useState(() => createRoomTools(db, attempt.id));
  const [media] = useState(() => ({ sourceOf: (file: string) => mediaSource(db, attempt.id, file) }));
  const passagePane = useRef<HTMLElement>(null);
  const questionPane = useRef<HTMLElement>(null);
  const isOpen = isOpenView(view);

  useEffect(() => {
    if (turn === 'writer') attempt.shown();
  }, [attempt, turn]);
  const openQuestion = place?.question.id ?? null;
  useEffect(() => {
    attempt.reading(openQuestion);
    return () => attempt.reading(null);
  }, [attempt, openQuestion]);
  // A tab that only reads shows the stored notes; a tab that becomes the writer begins with them.
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again with each change of the turn
  useEffect(() => tools.read(), [tools, turn]);
  useEffect(() => keepScreenOn(() => setDark(true)), []);

  const go = (to: number) => {
    const next = places[to];
    if (!next) return;
    setMoved(true);
    setAnchor(null);
    setTab('question');
    attempt.open(next.question.id);
  };
  const goTo = (question: string) => {
    setSheet(null);
    go(places.findIndex((one) => one.question.id === question));
  };
  const flag = () => {
    const slot = place && flagSlot(place.question);
    if (slot && place) attempt.flag(slot, !isFlagged(cells, place.question));
  };
  const chooseOption = (digit: number) => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-slot]')?.dataset.slot ?? null;
    const slot = slotOfKey(place?.question.slots ?? [], cells, focused);
    const option = slot && optionOfKey(slot.options, digit);
    if (!slot || !option) return;
    attempt.type(
      slot.id,
      slot.max > 1 ? toggleOption(slot, slotValue(cells, slot.id), option.value) : option.value,
    );
  };
  useKeys(isOpen, {
    option: chooseOption,
    go: (step) => go(at + step),
    flag,
    list: () => setSheet('list'),
    marks: () => (width === 'columns' ? undefined : setSheet('marks')),
    time: () => setAsked((count) => count + 1),
    pane: () => {
      const isInPassage = passagePane.current?.contains(document.activeElement) ?? false;
      (isInPassage ? questionPane : passagePane).current?.focus();
    },
    help: () => setSheet('settings'),
    marker: () => setSheet('marker'),
  });

  if (!place) return null;
  const counts = countsOf(paper, cells);
  const passages = passagesOf(paper, place);
  const marks = (
    <Repaint what="marks">
      <MarkSheet
        paper={paper}
        cells={cells}
        current={place.question.id}
        isOpen={isOpen}
        onAnswer={attempt.type}
        onGo={goTo}
      />
    </Repaint>
  );
  return (
    <HighlighterContext value={tools.highlights}>
      <div className={styles.room} data-size={size} data-testid="exam-room" data-state={row.state}>
        <h1 className="visually-hidden" tabIndex={-1}>
          {title}
        </h1>
        <Repaint what="bar">
          <RoomBar
            attempt={attempt}
            save={save}
            answered={counts.answered}
            count={counts.all}
            peek={asked}
            onAsk={() => setAsked((count) => count + 1)}
            onSettings={() => setSheet('settings')}
          />
          <Announcer attempt={attempt} asked={asked} />
        </Repaint>
        <Repaint what="notices">
          <RoomNotices room={room} pages={pages} />
          {isDark && (
            <div className={styles.tip}>
              <p>{texts.wakeLock}</p>
              <ActionButton look="quiet" onClick={() => setDark(false)}>
                {texts.close}
              </ActionButton>
            </div>
          )}
          <ListeningBar room={room} />
        </Repaint>
        <Repaint what="panes">
          <CompareView
            subject={row.subject}
            question={place.question.id}
            width={width}
            tab={tab}
            onTab={setTab}
            panes={{ passage: passagePane, question: questionPane }}
            passage={
              passages.length > 0 ? (
                <Repaint what="passage">
                  <PassagePane passages={passages} media={media} anchor={anchor} />
                </Repaint>
              ) : null
            }
            body={
              <>
                <Repaint
                  key={place.question.id}
                  what={place.question.id}
                  otherwise={
                    <PlainQuestion
                      question={place.question}
                      name={nameOf(place)}
                      kind={row.kind}
                      slotValue={(slot) => slotValue(cells, slot)}
                      isOpen={isOpen}
                      onAnswer={attempt.type}
                    />
                  }
                >
                  <QuestionPane
                    paper={paper}
                    place={place}
                    kind={row.kind}
                    cells={cells}
                    media={media}
                    isOpen={isOpen}
                    isMoved={isMoved}
                    onAnswer={attempt.type}
                    onFlag={flag}
                    onAnchor={(id) => {
                      setAnchor((former) => ({ id, nth: (former?.nth ?? 0) + 1 }));
                      setTab('passage');
                    }}
                  />
                </Repaint>
                {turn === 'writer' && (
                  <QuestionTools
                    room={room}
                    tools={tools}
                    question={place.question.id}
                    name={nameOf(place)}
                    onMarker={() => setSheet('marker')}
                  />
                )}
              </>
            }
            marks={marks}
          />
        </Repaint>
        <Repaint what="dock">
          <nav className={`${dock.dock} ${dock.steps}`} aria-label={texts.steps} data-exam-dock="">
            <ActionButton
              data-testid="exam-previous"
              disabled={at === 0}
              icon={<IconChevronLeft size={20} aria-hidden="true" />}
              onClick={() => go(at - 1)}
            >
              {texts.previous}
            </ActionButton>
            <ActionButton
              data-testid="exam-list"
              icon={<IconListNumbers size={20} aria-hidden="true" />}
              onClick={() => setSheet('list')}
            >
              {texts.openList}
            </ActionButton>
            {at < places.length - 1 ? (
              <ActionButton
                data-testid="exam-next"
                icon={<IconChevronRight size={20} aria-hidden="true" />}
                onClick={() => go(at + 1)}
              >
                {texts.next}
              </ActionButton>
            ) : null}
            <ActionButton data-testid="exam-check" look="primary" onClick={() => void navigate(pages.check)}>
              {texts.check}
            </ActionButton>
          </nav>
        </Repaint>
        {sheet === 'list' && (
          <Sheet title={texts.list} onClose={() => setSheet(null)}>
            <QuestionList
              places={places.map(({ question }) => ({
                id: question.id,
                isAnswered: stateOf(cells, question) === 'done',
                isFlagged: isFlagged(cells, question),
              }))}
              current={at}
              onOpen={(to) => {
                setSheet(null);
                go(to);
              }}
            />
          </Sheet>
        )}
        {sheet === 'marks' && (
          <Sheet title={texts.marks} onClose={() => setSheet(null)}>
            {marks}
          </Sheet>
        )}
        {sheet === 'settings' && (
          <SettingsSheet room={room} forget={tools.forget} onClose={() => setSheet(null)} />
        )}
        {sheet === 'marker' && (
          <MarkerSheet
            store={tools.highlights}
            parts={markableTexts(passages, place)}
            onClose={() => setSheet(null)}
          />
        )}
        {turn === 'writer' && <HighlightBar store={tools.highlights} />}
      </div>
    </HighlighterContext>
  );
}
