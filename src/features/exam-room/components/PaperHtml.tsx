import 'katex/dist/katex.min.css';
import { useEffect, useRef } from 'react';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { SafeHtml } from '#shared/ui/SafeHtml.tsx';
import styles from './Paper.module.css';

/** The source of the pictures of a text. `release`: the picture is not shown any more. */
export type Media = {
  sourceOf: (file: string) => Promise<{ src: string; release: () => void } | null>;
};

/**
 * A text of the paper with its formulas and pictures. It is excluded from page translation, which would remove elements
 * that React manages (exams.md 4). `onZoom`: a picture was pressed.
 */
export function PaperHtml({
  html,
  media,
  lang,
  className,
  onZoom,
}: {
  html: string;
  media: Media | null;
  lang?: string;
  className?: string;
  onZoom?: (picture: { src: string; alt: string }) => void;
}) {
  const host = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other pictures
  useEffect(() => {
    const pictures = [...(host.current?.querySelectorAll<HTMLImageElement>('img[data-file]') ?? [])];
    const releases: (() => void)[] = [];
    const missing = new Set<HTMLImageElement>();
    let isGone = false;
    const load = async (picture: HTMLImageElement, { sourceOf }: Media) => {
      try {
        const found = await sourceOf(picture.dataset.file ?? '');
        if (!found) return;
        if (isGone) return found.release();
        picture.src = found.src;
        releases.push(found.release);
      } catch (error) {
        missing.add(picture);
        console.warn('exam: picture', error);
      }
    };
    const loadAll = (all: readonly HTMLImageElement[]) => {
      if (media) for (const picture of all) void load(picture, media);
    };
    loadAll(pictures);
    // A picture that could not be loaded without a network is loaded when the network is back.
    const stop = connectivity.subscribe(() => {
      if (connectivity.get().state !== 'online') return;
      const again = [...missing];
      missing.clear();
      loadAll(again);
    });
    return () => {
      isGone = true;
      stop();
      for (const release of releases) release();
    };
  }, [html, media]);
  useEffect(() => {
    const element = host.current;
    const press = ({ target }: MouseEvent) => {
      if (target instanceof HTMLImageElement && target.src !== '')
        onZoom?.({ src: target.src, alt: target.alt });
    };
    element?.addEventListener('click', press);
    return () => element?.removeEventListener('click', press);
  }, [onZoom]);
  return (
    <div ref={host} className={className} lang={lang} translate="no">
      <SafeHtml html={html} className={styles.html} />
    </div>
  );
}
