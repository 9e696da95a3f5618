import type { RefObject } from 'react';
import { ClosedNotice } from './ClosedNotice.tsx';
import styles from './LessonTabs.module.css';
import { BoardMaterial, Counted, NoteMaterial, TextbookMaterial, TextMaterial } from './Materials.tsx';
import { ReadingEnd } from './ReadingEnd.tsx';
import { texts } from './studyTexts.ts';
import { type Tab, Tabs } from './Tabs.tsx';
import type { Stage } from './useStage.ts';

/** Names of the tabs below the player. */
export type MaterialName = 'text' | 'boards' | 'textbook' | 'notes';

/**
 * 授業の説明 · 板書 · テキスト · メモ. In a lesson without a video the text is the main part and is above the tabs. When access has
 * ended, only the notes are left.
 */
export function LessonTabs({
  stage,
  tab,
  onTab,
  composer,
}: {
  stage: Stage;
  tab: MaterialName;
  onTab: (tab: MaterialName) => void;
  composer: RefObject<HTMLTextAreaElement | null>;
}) {
  const { study, place, boards, notes } = stage;
  const { has_video: hasVideo } = place.lesson;
  const hasBoards = hasVideo || boards.length > 0;
  const all: (Tab<MaterialName> & { isThere: boolean })[] = [
    {
      name: 'text',
      label: texts.text,
      panel: () => <TextMaterial stage={stage} />,
      isThere: hasVideo && !study.isClosed,
    },
    {
      name: 'boards',
      label: <Counted label={texts.boards} count={boards.length} />,
      panel: () => <BoardMaterial stage={stage} />,
      isThere: hasBoards && !study.isClosed,
    },
    {
      name: 'textbook',
      label: texts.textbook,
      panel: () => <TextbookMaterial stage={stage} />,
      isThere: study.item.course.textbook_bundle !== null && !study.isClosed,
    },
    {
      name: 'notes',
      label: <Counted label={texts.notes} count={notes.length} />,
      panel: () => <NoteMaterial stage={stage} composer={composer} />,
      isThere: true,
    },
  ];
  const tabs = all.filter(({ isThere }) => isThere);
  // The notes tab always exists, so it is the fallback. The textbook is large and opens only when its tab is chosen.
  const current = tabs.find(({ name }) => name === tab) ?? tabs.at(-1);
  return (
    <>
      {!hasVideo &&
        (study.isClosed ? <ClosedNotice course={study.item.course.id} /> : <Reading stage={stage} />)}
      {current && <Tabs label={texts.tabs} tabs={tabs} current={current.name} onChange={onTab} />}
    </>
  );
}

function Reading({ stage }: { stage: Stage }) {
  return (
    <div className={styles.reading}>
      <TextMaterial stage={stage} />
      <ReadingEnd stage={stage} />
    </div>
  );
}
