import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { isImeKey } from '#shared/lib/text/imeKey.ts';
import styles from './Split.module.css';
import { shareAfterKey, splitLimits, splitShare } from './splitShare.ts';
import { texts } from './studyTexts.ts';

/**
 * Two panes side by side, with a divider that can be dragged or moved by keys (ARIA window splitter); on a narrow
 * screen one below the other.
 */
export function Split({ left, right }: { left: ReactNode; right: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const share = useObservable(splitShare);
  const drag = (event: PointerEvent<HTMLElement>) => {
    const width = box.current?.getBoundingClientRect();
    if (!width || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    splitShare.set(((event.clientX - width.left) / width.width) * 100);
  };
  const press = (event: KeyboardEvent) => {
    const next = isImeKey(event.nativeEvent) ? null : shareAfterKey(share, event.key);
    if (next === null) return;
    event.preventDefault();
    splitShare.set(next);
  };
  return (
    <div ref={box} className={styles.split} style={{ '--share': `${share}%` } as CSSProperties}>
      <div className={styles.left} id="focus-video">
        {left}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: an <hr> cannot be a widget; this is the pattern of a splitter */}
      <div
        className={styles.divider}
        role="separator"
        tabIndex={0}
        aria-orientation="vertical"
        aria-label={texts.divider}
        aria-controls="focus-video"
        aria-valuemin={splitLimits.least}
        aria-valuemax={splitLimits.most}
        aria-valuenow={share}
        aria-valuetext={texts.dividerValue(share)}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        onDoubleClick={() => splitShare.set(splitLimits.first)}
      />
      <div className={styles.right}>{right}</div>
    </div>
  );
}
