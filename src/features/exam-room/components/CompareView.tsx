import { Splitter } from '@mantine/core';
import '@mantine/core/styles/Splitter.layer.css';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { UiProvider } from '#shared/ui/UiProvider.tsx';
import { keepShare, readShare } from '../preferences.ts';
import { texts } from '../texts.ts';
import { useKeptCaret } from '../useKeptCaret.ts';
import styles from './Compare.module.css';
import room from './Room.module.css';

type Pane = 'passage' | 'question' | 'marks';

/** Keeps the scroll position of a pane per question, also when the panes are rearranged (exams.md 4, row 39). */
function useKeptScroll(pane: RefObject<HTMLElement | null>, name: string, places: Map<string, number>): void {
  useEffect(() => {
    const element = pane.current;
    if (!element) return;
    element.scrollTop = places.get(name) ?? 0;
    const note = () => places.set(name, element.scrollTop);
    element.addEventListener('scroll', note, { passive: true });
    return () => element.removeEventListener('scroll', note);
  }, [pane, name, places]);
}

function Scrolled({
  label,
  keep,
  places,
  innerRef,
  children,
}: {
  label: string;
  keep: string;
  places: Map<string, number>;
  innerRef: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  useKeptScroll(innerRef, keep, places);
  return (
    <section
      ref={innerRef}
      className={styles.pane}
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
    >
      {children}
    </section>
  );
}

/**
 * 見比べ: the passage beside the question. On a wide screen two panes with a divider to drag; on a phone tabs, or one
 * above the other after a press on a button. `panes`: for F6. `tab`: the open tab, only on a phone.
 */
export function CompareView({
  subject,
  question,
  width,
  passage,
  body,
  marks,
  tab,
  onTab,
  panes,
}: {
  subject: string;
  question: string;
  width: 'tabs' | 'split' | 'columns';
  passage: ReactNode | null;
  body: ReactNode;
  marks: ReactNode;
  tab: Pane;
  onTab: (tab: Pane) => void;
  panes: { passage: RefObject<HTMLElement | null>; question: RefObject<HTMLElement | null> };
}) {
  const [isStacked, setStacked] = useState(false);
  const marksRef = useRef<HTMLElement>(null);
  const [places] = useState(() => new Map<string, number>());
  const layout = width === 'tabs' && isStacked ? 'stacked' : width;
  useKeptCaret(panes.question, layout);
  const read = passage && (
    <Scrolled label={texts.passage} keep={`p:${question}`} places={places} innerRef={panes.passage}>
      {passage}
    </Scrolled>
  );
  const ask = (
    <Scrolled label={texts.questionPane} keep={`q:${question}`} places={places} innerRef={panes.question}>
      {body}
    </Scrolled>
  );
  const sheet = (
    <Scrolled label={texts.marks} keep="marks" places={places} innerRef={marksRef}>
      {marks}
    </Scrolled>
  );
  if (width !== 'tabs') {
    return (
      <div className={styles.panes} data-columns={width === 'columns' || undefined}>
        {read ? <Split subject={subject} orientation="horizontal" first={read} second={ask} /> : ask}
        {width === 'columns' && sheet}
      </div>
    );
  }
  const shown = tab === 'passage' && !read ? 'question' : tab;
  const tabs: { name: Pane; label: string }[] = [
    ...(read ? [{ name: 'passage' as const, label: texts.passage }] : []),
    { name: 'question', label: texts.questionPane },
    { name: 'marks', label: texts.marks },
  ];
  return (
    <div className={styles.phone}>
      <div className={styles.tabs}>
        {tabs.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            className={room.tab}
            aria-pressed={!isStacked && shown === name}
            onClick={() => {
              setStacked(false);
              onTab(name);
            }}
          >
            {label}
          </button>
        ))}
        {read && (
          <button
            type="button"
            className={room.tab}
            aria-pressed={isStacked}
            onClick={() => setStacked(!isStacked)}
          >
            {texts.compare}
          </button>
        )}
      </div>
      {isStacked && read ? (
        <Split subject={`${subject}.stack`} orientation="vertical" first={read} second={ask} />
      ) : (
        <div className={styles.only}>{shown === 'passage' ? read : shown === 'marks' ? sheet : ask}</div>
      )}
    </div>
  );
}

function Split({
  subject,
  orientation,
  first,
  second,
}: {
  subject: string;
  orientation: 'horizontal' | 'vertical';
  first: ReactNode;
  second: ReactNode;
}) {
  const [share] = useState(() => readShare(subject));
  return (
    <UiProvider>
      <Splitter
        className={styles.splitter}
        orientation={orientation}
        aria-label={texts.divider}
        onResizeEnd={(_, sizes) => {
          const next = Number.parseFloat(String(sizes[0]));
          if (next >= 30 && next <= 70) keepShare(subject, next);
        }}
      >
        <Splitter.Pane defaultSize={share} min={30} max={70} className={styles.splitPane}>
          {first}
        </Splitter.Pane>
        <Splitter.Pane defaultSize={100 - share} min={30} max={70} className={styles.splitPane}>
          {second}
        </Splitter.Pane>
      </Splitter>
    </UiProvider>
  );
}
