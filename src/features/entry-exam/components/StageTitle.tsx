import { useEffect, useRef } from 'react';
import { enterStage } from '../stage.ts';
import styles from './Test.module.css';

/** Heading of a stage of the test. Takes the focus when the stage changes. */
export function StageTitle({ title }: { title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (enterStage(title)) heading.current?.focus();
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1} className={styles.title}>
      {title}
    </h1>
  );
}
