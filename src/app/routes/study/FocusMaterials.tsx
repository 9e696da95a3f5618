import type { RefObject } from 'react';
import styles from './FocusScreen.module.css';
import { BoardMaterial, Counted, NoteMaterial, TextbookMaterial, TextMaterial } from './Materials.tsx';
import { texts } from './studyTexts.ts';
import { type Tab, Tabs } from './Tabs.tsx';
import type { Stage } from './useStage.ts';

/** What is beside the video in the focus view. */
export type FocusTab = 'textbook' | 'boards' | 'text' | 'notes';

/** Textbook page or board beside the video. On a phone also the notes, which are otherwise below the video. */
export function FocusMaterials({
  stage,
  tab,
  onTab,
  withNotes,
  composer,
}: {
  stage: Stage;
  tab: FocusTab;
  onTab: (tab: FocusTab) => void;
  withNotes: boolean;
  composer: RefObject<HTMLTextAreaElement | null>;
}) {
  const { study, place, boards, notes } = stage;
  const isOpen = !study.isClosed;
  const { has_video: hasVideo } = place.lesson;
  const all: (Tab<FocusTab> & { isThere: boolean })[] = [
    {
      name: 'textbook',
      label: texts.textbook,
      panel: () => <TextbookMaterial stage={stage} />,
      isThere: isOpen && study.item.course.textbook_bundle !== null,
    },
    {
      name: 'boards',
      label: <Counted label={texts.boards} count={boards.length} />,
      panel: () => <BoardMaterial stage={stage} />,
      isThere: isOpen && (hasVideo || boards.length > 0),
    },
    {
      name: 'text',
      label: texts.text,
      panel: () => <TextMaterial stage={stage} />,
      isThere: isOpen && hasVideo,
    },
    {
      name: 'notes',
      label: <Counted label={texts.notes} count={notes.length} />,
      panel: () => <NoteMaterial stage={stage} composer={composer} />,
      isThere: withNotes,
    },
  ];
  const tabs = all.filter(({ isThere }) => isThere);
  const current = tabs.find(({ name }) => name === tab) ?? tabs[0];
  if (!current) return null;
  return (
    <div className={styles.materials}>
      <Tabs label={texts.materials} tabs={tabs} current={current.name} onChange={onTab} />
    </div>
  );
}
