import { IconArrowBackUp, IconEraser, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { DrawingStore } from '#shared/lib/exam/drawingStore.ts';
import { type Line, sheetUnits } from '#shared/lib/exam/drawings.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Ink } from './Ink.tsx';
import styles from './Tools.module.css';
import { toolTexts as texts } from './toolTexts.ts';
import { usePen } from './usePen.ts';

const box = `0 0 ${sheetUnits} ${sheetUnits}`;

/** 計算用紙 of a question: below the answer fields, so that it can never cover a mark (exams.md 4). */
export function DrawingSheet({
  store,
  question,
  name,
}: {
  store: DrawingStore;
  question: string;
  name: string;
}) {
  const { isFull, isKept } = useObservable(store);
  const [isErasing, setErasing] = useState(false);
  const lines = store.of(question);
  const { field, live, hasPen } = usePen(store, question, isErasing);
  return (
    <div className={styles.sheet} data-testid="exam-paper">
      <div className={styles.row} role="toolbar" aria-label={texts.paper}>
        <ActionButton
          look="quiet"
          data-testid="exam-paper-undo"
          disabled={!store.canUndo(question)}
          icon={<IconArrowBackUp size={20} aria-hidden="true" />}
          onClick={() => store.undo(question)}
        >
          {texts.undo}
        </ActionButton>
        <ActionButton
          look="quiet"
          aria-pressed={isErasing}
          icon={<IconEraser size={20} aria-hidden="true" />}
          onClick={() => setErasing(!isErasing)}
        >
          {texts.eraser}
        </ActionButton>
        <ActionButton
          look="quiet"
          data-testid="exam-paper-clear"
          disabled={lines.length === 0}
          icon={<IconTrash size={20} aria-hidden="true" />}
          onClick={() => store.clear(question)}
        >
          {texts.clear}
        </ActionButton>
      </div>
      <svg
        ref={field}
        className={styles.paper}
        viewBox={box}
        role="img"
        aria-label={texts.paperOf(name, lines.length)}
        data-testid="exam-paper-field"
        data-lines={lines.length}
        data-pen={hasPen || undefined}
        data-drawing={live !== null || undefined}
        data-erasing={isErasing || undefined}
      >
        {lines.map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and their order is theirs
          <Ink key={at} line={line} />
        ))}
        {live && <Ink line={live} isLive={true} />}
      </svg>
      <div role="status">
        {isFull && <p className={styles.trouble}>{texts.full}</p>}
        {!isKept && <p className={styles.trouble}>{texts.notKept}</p>}
      </div>
      <p className={styles.small}>{hasPen ? `${texts.penHint} ${texts.paperHint}` : texts.paperHint}</p>
    </div>
  );
}

/** A read-only sheet. */
export function DrawnSheet({ lines, name }: { lines: readonly Line[]; name: string }) {
  return (
    <svg className={styles.paper} viewBox={box} role="img" aria-label={texts.paperOf(name, lines.length)}>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no names, and their order is theirs
        <Ink key={at} line={line} />
      ))}
    </svg>
  );
}
