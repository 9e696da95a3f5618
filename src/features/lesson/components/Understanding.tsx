import { IconCircle, IconPoint, IconTriangle, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { checkLevels } from '#contracts/course.ts';
import { texts } from '../texts.ts';
import styles from './Understanding.module.css';

/** A level of 理解度; 0 removes the mark. */
export type Level = 0 | 1 | 2 | 3;

/** ◎: a circle within a circle. */
function DoubleCircle() {
  return (
    <span className={styles.double}>
      <IconCircle size={22} stroke={2.25} />
      <IconPoint size={22} stroke={2.25} />
    </span>
  );
}

const signs: Record<number, ReactNode> = {
  3: <DoubleCircle />,
  2: <IconTriangle size={22} stroke={2.25} />,
  1: <IconX size={24} stroke={2.5} />,
};

/** 「わかった・あいまい・わからない」: one tap marks, the same tap again removes the mark (product.md 2.3.F). */
export function Understanding({
  level,
  onChange,
  isOnDark = false,
}: {
  level: number;
  onChange: (level: Level) => void;
  /** It lies over the video, so it uses its colours there. */
  isOnDark?: boolean;
}) {
  return (
    <fieldset className={styles.group} data-dark={isOnDark}>
      <legend className="visually-hidden">{texts.understanding}</legend>
      {checkLevels.map((one) => (
        <button
          key={one}
          type="button"
          className={styles.choice}
          data-level={one}
          aria-pressed={level === one}
          onClick={() => onChange(level === one ? 0 : one)}
        >
          <span className={styles.sign} aria-hidden="true">
            {signs[one]}
          </span>
          {texts.levels[one]}
        </button>
      ))}
    </fieldset>
  );
}

/** A mark in a list: symbol and colour, and the word for screen readers. Nothing for a lesson without a mark. */
export function LevelSign({ level }: { level: number }) {
  if (!texts.levels[level]) return null;
  return (
    <span className={styles.small} data-level={level}>
      <span aria-hidden="true">{texts.signs[level]}</span>
      <span className="visually-hidden">{texts.levels[level]}</span>
    </span>
  );
}
