import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { HighlightStore } from '#shared/lib/exam/highlightStore.ts';
import {
  type HighlightStyle,
  hasMark,
  highlightStyles,
  markAt,
  type Span,
  styleOf,
} from '#shared/lib/exam/highlights.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { offsetAt, partAt, partAttribute, spanOf } from './highlightDom.ts';
import styles from './Tools.module.css';
import { toolTexts as texts } from './toolTexts.ts';

/** What can be marked. `isTapped`: an existing mark was tapped; nothing is selected then. */
type Picked = { part: string; span: Span; isTapped: boolean };

/** The selection in a text of the paper, cut to the text in which it begins. */
function selected(): Picked | null {
  const selection = getSelection();
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  const host = partAt(range.startContainer) ?? partAt(range.endContainer);
  const span = host && spanOf(host, range);
  return host && span ? { part: host.getAttribute(partAttribute) ?? '', span, isTapped: false } : null;
}

/**
 * Appears while text is selected, or after a tap on a mark; it sets a mark or removes it. It uses the browser's own
 * selection: by mouse, touch handles or keys.
 */
export function HighlightBar({ store }: { store: HighlightStore }) {
  const { isKept } = useObservable(store);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [said, setSaid] = useState('');
  const isPressing = useRef(false);

  const look = useEffectEvent(() => {
    // A press on the bar may clear the selection before the press counts (iOS).
    if (isPressing.current) return;
    const present = selected();
    // The browser may report the caret of a tap after the tap itself.
    setPicked((former) => present ?? (former?.isTapped ? former : null));
  });
  const tap = useEffectEvent((event: MouseEvent) => {
    if (isPressing.current || !(event.target instanceof Element)) {
      isPressing.current = false;
      return;
    }
    const host = event.target.closest('a, button, img, label, input') ? null : partAt(event.target);
    if (selected()) return;
    if (!host) return setPicked(null);
    const part = host.getAttribute(partAttribute) ?? '';
    const at = offsetAt(host, event.clientX, event.clientY);
    const mark = at === null ? null : markAt(store.of(part), at);
    setPicked(mark && { part, span: { from: mark.from, to: mark.to }, isTapped: true });
  });
  useEffect(() => {
    const onSelect = () => look();
    const onClick = (event: MouseEvent) => tap(event);
    // Released outside the bar: this does not count as a press.
    const onUp = ({ target }: PointerEvent) => {
      if (!(target instanceof Element && target.closest('[role="toolbar"]'))) isPressing.current = false;
    };
    document.addEventListener('selectionchange', onSelect);
    document.addEventListener('click', onClick);
    document.addEventListener('pointerup', onUp);
    return () => {
      document.removeEventListener('selectionchange', onSelect);
      document.removeEventListener('click', onClick);
      document.removeEventListener('pointerup', onUp);
    };
  }, []);

  const done = (words: string) => {
    isPressing.current = false;
    setPicked(null);
    getSelection()?.removeAllRanges();
    setSaid(words);
  };
  const mark = ({ part, span }: Picked, style: HighlightStyle) => {
    store.mark(part, span, style);
    done(texts.marked);
  };
  const erase = ({ part, span }: Picked) => {
    store.erase(part, span);
    done(texts.erased);
  };
  const present = picked && styleOf(store.of(picked.part), picked.span);
  return (
    <>
      {picked && (
        <div
          className={styles.bar}
          role="toolbar"
          aria-label={texts.bar}
          data-testid="exam-marker-bar"
          onPointerDown={() => {
            isPressing.current = true;
          }}
          onPointerCancel={() => {
            isPressing.current = false;
          }}
          // The selection stays while a button is pressed.
          onMouseDown={(event) => event.preventDefault()}
        >
          {highlightStyles.map((style) => (
            <button
              key={style}
              type="button"
              className={styles.barButton}
              aria-pressed={present === style}
              data-testid={`exam-marker-${style}`}
              onClick={() => mark(picked, style)}
            >
              <span className={styles.sample} data-style={style}>
                {texts.styles[style]}
              </span>
            </button>
          ))}
          {hasMark(store.of(picked.part), picked.span) && (
            <button
              type="button"
              className={styles.barButton}
              data-testid="exam-marker-erase"
              onClick={() => erase(picked)}
            >
              {texts.erase}
            </button>
          )}
        </div>
      )}
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {!isKept && <p className={styles.trouble}>{texts.notKept}</p>}
    </>
  );
}
