import { type ReactNode, useEffect, useState } from 'react';
import type { PictureName } from '#shared/ui/Picture.tsx';
import styles from '#shared/ui/StateCard.module.css';
import own from './ScreenCard.module.css';

/**
 * The card of a screen that must work when nothing more can be loaded; every first page includes it. Its picture is
 * decoration and is loaded afterwards if possible.
 */
export function ScreenCard({
  picture,
  title,
  testId,
  actions,
  note,
  children,
}: {
  picture: PictureName;
  title: string;
  testId: string;
  actions: ReactNode;
  note?: string;
  children: ReactNode;
}) {
  const [art, setArt] = useState<ReactNode>(null);
  useEffect(() => {
    import('#shared/ui/Picture.tsx').then(
      ({ Picture }) => setArt(<Picture name={picture} />),
      () => undefined,
    );
  }, [picture]);
  return (
    <div className={styles.card} data-testid={testId}>
      <div className={own.picture}>{art}</div>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      <div className={styles.body}>{children}</div>
      <div className={styles.actions}>{actions}</div>
      {note && <p className={styles.note}>{note}</p>}
    </div>
  );
}
