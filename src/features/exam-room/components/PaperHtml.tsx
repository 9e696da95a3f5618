import 'katex/dist/katex.min.css';
import { useEffect, useRef } from 'react';
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
    let isGone = false;
    for (const picture of pictures) {
      const file = picture.dataset.file ?? '';
      if (!media) continue;
      media.sourceOf(file).then(
        (found) => {
          if (!found) return;
          if (isGone) return found.release();
          picture.src = found.src;
          releases.push(found.release);
        },
        (error: unknown) => console.warn('exam: picture', error),
      );
    }
    return () => {
      isGone = true;
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
