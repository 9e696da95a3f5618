import { useEffect, useRef, useState } from 'react';
import type { HighlightStore } from '#shared/lib/exam/highlightStore.ts';
import {
  type HighlightStyle,
  highlightStyles,
  type Span,
  sentencesOf,
  styleOf,
} from '#shared/lib/exam/highlights.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import { Sheet } from '#shared/ui/Sheet.tsx';
import { readText } from './highlightDom.ts';
import styles from './Tools.module.css';
import { toolTexts as texts } from './toolTexts.ts';

/** A text of the paper that can be marked. */
export type MarkableText = { part: string; title: string; html: string; lang: string };

/** マーカー without a pointer: every sentence is a button that marks it in the chosen style, or removes the mark. */
export function MarkerSheet({
  store,
  parts,
  onClose,
}: {
  store: HighlightStore;
  parts: readonly MarkableText[];
  onClose: () => void;
}) {
  const [style, setStyle] = useState<HighlightStyle>(1);
  return (
    <Sheet title={texts.marker} onClose={onClose}>
      <p className={styles.small}>{texts.markerLead}</p>
      <fieldset className={styles.styles}>
        <legend>{texts.markerStyle}</legend>
        {highlightStyles.map((one) => (
          <label key={one} className={styles.choice}>
            <input
              type="radio"
              name="exam-marker-style"
              checked={style === one}
              onChange={() => setStyle(one)}
            />
            <span className={styles.sample} data-style={one}>
              {texts.styles[one]}
            </span>
          </label>
        ))}
      </fieldset>
      {parts.length === 0 && <p>{texts.noText}</p>}
      {parts.map((part) => (
        <Sentences key={part.part} of={part} store={store} style={style} />
      ))}
      <p className={styles.small}>{texts.marksOnly}</p>
    </Sheet>
  );
}

function Sentences({
  of: { part, title, html, lang },
  store,
  style,
}: {
  of: MarkableText;
  store: HighlightStore;
  style: HighlightStyle;
}) {
  useObservable(store);
  const host = useRef<HTMLDivElement>(null);
  const [sentences, setSentences] = useState<{ span: Span; words: string }[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other sentences
  useEffect(() => {
    if (!host.current) return;
    const { text, breaks, wordsOf } = readText(host.current);
    const found = sentencesOf(text, breaks).map((span) => ({ span, words: wordsOf(span) }));
    setSentences(found.filter(({ words }) => words !== ''));
  }, [html]);
  const marks = store.of(part);
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      {/* The same text as in the paper, so that the offsets are the same. */}
      <div ref={host} hidden={true}>
        <SafeHtml html={html} />
      </div>
      <ul className={styles.sentences} lang={lang} translate="no">
        {sentences.map(({ span, words }) => {
          const present = styleOf(marks, span);
          return (
            <li key={span.from}>
              <button
                type="button"
                className={styles.sentence}
                aria-pressed={present !== null}
                data-testid="exam-marker-sentence"
                onClick={() => (present === style ? store.erase(part, span) : store.mark(part, span, style))}
              >
                <span className={styles.sample} data-style={present ?? undefined}>
                  {words}
                </span>
                {present !== null && (
                  <span className="visually-hidden"> {texts.markedAs(texts.styles[present])}</span>
                )}
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
