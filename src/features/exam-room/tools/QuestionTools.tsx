import { IconHighlight, IconNote, IconPencil } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import type { Room } from '../roomKeeper.ts';
import { Memo } from './Memo.tsx';
import { loadDrawing, type RoomTools } from './roomTools.ts';
import styles from './Tools.module.css';
import { toolTexts as texts } from './toolTexts.ts';

type Drawing = typeof import('./DrawingSheet.tsx');

/** Marker, 計算用紙 and memo of the open question; an open tool stays open when the question changes. */
export function QuestionTools({
  room,
  tools,
  question,
  name,
  onMarker,
}: {
  room: Room;
  tools: RoomTools;
  question: string;
  name: string;
  onMarker: () => void;
}) {
  const [isPaper, setPaper] = useState(false);
  const [isMemo, setMemo] = useState(false);
  const forgotten = useObservable(tools.forgotten);
  return (
    <section className={styles.tools} aria-label={texts.tools} data-print="hide">
      <div className={styles.row}>
        <ActionButton
          look="quiet"
          data-testid="exam-marker"
          icon={<IconHighlight size={20} aria-hidden="true" />}
          onClick={onMarker}
        >
          {texts.marker}
        </ActionButton>
        <ActionButton
          look="quiet"
          data-testid="exam-paper-open"
          aria-expanded={isPaper}
          icon={<IconPencil size={20} aria-hidden="true" />}
          onClick={() => setPaper(!isPaper)}
        >
          {texts.paper}
        </ActionButton>
        <ActionButton
          look="quiet"
          data-testid="exam-memo-open"
          aria-expanded={isMemo}
          icon={<IconNote size={20} aria-hidden="true" />}
          onClick={() => setMemo(!isMemo)}
        >
          {texts.memo}
        </ActionButton>
      </div>
      {isMemo && (
        <Memo key={`${question}/${forgotten}`} db={room.db} attempt={room.attempt.id} question={question} />
      )}
      {isPaper && <Paper tools={tools} question={question} name={name} />}
    </section>
  );
}

/** The sheet; its chunk of the build was loaded when the subject was opened. */
function Paper({ tools, question, name }: { tools: RoomTools; question: string; name: string }) {
  const [drawing, setDrawing] = useState<Drawing | 'failed' | null>(null);
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try anew
  useEffect(() => {
    let isWanted = true;
    loadDrawing().then(
      (loaded) => isWanted && setDrawing(loaded),
      (error: unknown) => {
        console.warn('exam: no sheet', error);
        if (isWanted) setDrawing('failed');
      },
    );
    return () => {
      isWanted = false;
    };
  }, [tries]);
  if (drawing === 'failed')
    return (
      <div className={styles.trouble} role="alert">
        <p>{texts.failed}</p>
        <ActionButton onClick={() => setTries(tries + 1)}>{texts.retry}</ActionButton>
      </div>
    );
  if (!drawing) return <p role="status">{texts.loading}</p>;
  return <drawing.DrawingSheet store={tools.drawings} question={question} name={name} />;
}
