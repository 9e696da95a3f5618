import { IconZoomIn } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Passage } from '#contracts/examContent.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Sheet } from '#shared/ui/Sheet.tsx';
import { roomPreferences } from '../preferences.ts';
import { texts } from '../texts.ts';
import { Marked } from '../tools/Marked.tsx';
import { passagePart } from '../tools/parts.ts';
import styles from './Paper.module.css';
import { type Media, PaperHtml } from './PaperHtml.tsx';

type Picture = { src: string; alt: string };

/** Scrolls a marked place of the text into view, in both writing directions, and highlights it for a moment. */
function showAnchor(host: HTMLElement | null, anchor: string): void {
  const name = CSS.escape(anchor.replace(/^blank:/, ''));
  const found = host?.querySelector(
    anchor.startsWith('blank:') ? `[data-blank="${name}"]` : `[data-anchor="${name}"]`,
  );
  found?.scrollIntoView({ block: 'center', inline: 'center' });
  found?.animate?.([{ outlineColor: 'currentcolor' }, { outlineColor: 'transparent' }], { duration: 1500 });
}

/** The material of a question: texts in both writing directions, tables, figures. `anchor`: the place it refers to. */
export function PassagePane({
  passages,
  media,
  anchor,
}: {
  passages: readonly Passage[];
  media: Media;
  anchor: { id: string; nth: number } | null;
}) {
  const host = useRef<HTMLDivElement>(null);
  const [zoomed, setZoomed] = useState<Picture | null>(null);
  const { isHorizontal } = useObservable(roomPreferences);
  useEffect(() => {
    if (anchor) showAnchor(host.current, anchor.id);
  }, [anchor]);
  const hasVertical = passages.some(({ kind }) => kind === 'vertical');
  return (
    <div ref={host} className={styles.passages} translate="no">
      {hasVertical && (
        <ActionButton look="quiet" onClick={() => roomPreferences.set({ isHorizontal: !isHorizontal })}>
          {isHorizontal ? texts.vertical : texts.horizontal}
        </ActionButton>
      )}
      {passages.map((passage) => (
        <div key={passage.id}>
          {passage.title && <h2 className={styles.passageTitle}>{passage.title}</h2>}
          {passage.figure ? (
            <Figure figure={passage.figure} media={media} onZoom={setZoomed} />
          ) : (
            <Text
              passage={passage}
              media={media}
              isVertical={passage.kind === 'vertical' && !isHorizontal}
              onZoom={setZoomed}
            />
          )}
        </div>
      ))}
      {zoomed && (
        <Sheet title={zoomed.alt || texts.zoom} side="middle" onClose={() => setZoomed(null)}>
          <img src={zoomed.src} alt={zoomed.alt} className={styles.zoomed} />
        </Sheet>
      )}
    </div>
  );
}

/**
 * Vertical text begins at the right; the wheel scrolls it sideways, and PageDown one screen to the left (exams.md 4).
 */
function Text({
  passage,
  media,
  isVertical,
  onZoom,
}: {
  passage: Passage;
  media: Media;
  isVertical: boolean;
  onZoom: (picture: Picture) => void;
}) {
  const frame = useRef<HTMLElement>(null);
  useEffect(() => {
    const element = frame.current;
    if (!element || !isVertical) return;
    const turn = (event: WheelEvent) => {
      if (event.ctrlKey || Math.abs(event.deltaX) > Math.abs(event.deltaY)) return;
      const { scrollLeft } = element;
      element.scrollLeft -= event.deltaY;
      // At both ends the wheel scrolls the page again.
      if (element.scrollLeft !== scrollLeft) event.preventDefault();
    };
    const press = (event: KeyboardEvent) => {
      const pages =
        { PageDown: -1, PageUp: 1 }[event.key] ?? (event.key === ' ' ? (event.shiftKey ? 1 : -1) : 0);
      if (pages === 0) return;
      event.preventDefault();
      element.scrollBy({ left: pages * element.clientWidth * 0.9 });
    };
    element.addEventListener('wheel', turn, { passive: false });
    element.addEventListener('keydown', press);
    return () => {
      element.removeEventListener('wheel', turn);
      element.removeEventListener('keydown', press);
    };
  }, [isVertical]);
  return (
    <section
      ref={frame}
      className={isVertical ? styles.vertical : styles.horizontal}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
      tabIndex={0}
      aria-label={passage.title || texts.text}
    >
      <Marked part={passagePart(passage.id)} html={passage.html}>
        <PaperHtml html={passage.html} media={media} lang={passage.lang} onZoom={onZoom} />
      </Marked>
    </section>
  );
}

function Figure({
  figure,
  media,
  onZoom,
}: {
  figure: NonNullable<Passage['figure']>;
  media: Media;
  onZoom: (picture: Picture) => void;
}) {
  const { file, alt, long, width, height } = figure;
  const [src, setSrc] = useState<string | null>(null);
  useEffect(() => {
    let release = () => {};
    let isGone = false;
    media.sourceOf(file).then(
      (found) => {
        if (!found) return;
        if (isGone) return found.release();
        release = found.release;
        setSrc(found.src);
      },
      (error: unknown) => console.warn('exam: picture', error),
    );
    return () => {
      isGone = true;
      release();
    };
  }, [media, file]);
  return (
    <figure className={styles.figure}>
      {src && <img src={src} alt={alt} width={width || undefined} height={height || undefined} />}
      {!src && <p>{alt}</p>}
      {src && (
        <ActionButton
          look="quiet"
          icon={<IconZoomIn size={20} aria-hidden="true" />}
          onClick={() => onZoom({ src, alt })}
        >
          {texts.zoom}
        </ActionButton>
      )}
      {long && <figcaption>{long}</figcaption>}
    </figure>
  );
}
