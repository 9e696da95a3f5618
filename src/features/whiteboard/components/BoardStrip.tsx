import { useEffect, useRef, useState } from 'react';
import type { Board } from '#contracts/lesson.ts';
import { texts } from '../texts.ts';
import styles from './BoardStrip.module.css';

/** All boards side by side. `shown`: the large one. `playing`: the one at the current second of the video. -1: none. */
export function BoardStrip({
  boards,
  shown,
  playing,
  hasVideo,
  onChoose,
}: {
  boards: readonly Board[];
  shown: number;
  playing: number;
  hasVideo: boolean;
  onChoose: (index: number) => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const row = list.current;
    const tile = row?.children[shown];
    if (!row || !(tile instanceof HTMLElement)) return;
    // Scrolls only the strip, never the page.
    row.scrollTo({ left: tile.offsetLeft - (row.clientWidth - tile.clientWidth) / 2 });
  }, [shown]);
  return (
    <ul ref={list} className={styles.strip} aria-label={texts.strip}>
      {boards.map((board, index) => (
        <li key={board.id} className={styles.tile}>
          <button
            type="button"
            className={styles.button}
            aria-label={hasVideo ? texts.jump(index + 1, board.start_sec) : texts.show(index + 1)}
            aria-current={index === shown ? 'true' : undefined}
            data-playing={index === playing}
            onClick={() => onChoose(index)}
          >
            <Thumb board={board} number={index + 1} />
            <span className={styles.label}>
              {index + 1}
              {hasVideo && <span className={styles.at}>{texts.at(board.start_sec)}</span>}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

function Thumb({ board, number }: { board: Board; number: number }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <span className={styles.missing}>{number}</span>;
  return (
    <img
      className={styles.picture}
      src={board.url}
      alt=""
      width={160}
      height={90}
      decoding="async"
      onError={() => setMissing(true)}
    />
  );
}
