import { createContext, type ReactNode, use, useEffect, useRef, useSyncExternalStore } from 'react';
import type { HighlightStore } from '#shared/lib/exam/highlightStore.ts';
import { paint, partAttribute } from './highlightDom.ts';
import './marks.css';
import styles from './Tools.module.css';

/** The highlighter of the open exam; `null`: nothing can be marked here. */
export const HighlighterContext = createContext<HighlightStore | null>(null);

const never = () => () => undefined;

/**
 * A text of the paper that can be marked. `part`: its name in the exam; `html`: its content, so that the marks are
 * drawn again for new content.
 */
export function Marked({ part, html, children }: { part: string; html: string; children: ReactNode }) {
  const store = use(HighlighterContext);
  const host = useRef<HTMLDivElement>(null);
  const read = () => store?.of(part) ?? null;
  const marks = useSyncExternalStore(store?.subscribe ?? never, read, read);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text has other places
  useEffect(() => {
    if (host.current && marks) return paint(host.current, marks);
  }, [marks, html]);
  if (!store) return children;
  return (
    <div ref={host} className={styles.marked} {...{ [partAttribute]: part }} data-marks={marks?.length ?? 0}>
      {children}
    </div>
  );
}
