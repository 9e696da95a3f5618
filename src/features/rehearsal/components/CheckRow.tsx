import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconLoader2,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import type { CheckName } from '../facts.ts';
import { checkTexts as texts } from '../texts.ts';
import type { Verdict } from '../verdicts.ts';
import styles from './Check.module.css';

const icons = {
  ok: IconCircleCheck,
  note: IconAlertTriangle,
  fail: IconCircleX,
  open: IconCircleDashed,
  running: IconLoader2,
} as const;

/** One check: its name, its result, what to do. `children`: what the learner does for it. */
export function CheckRow({
  name,
  verdict,
  isRunning = false,
  onRetry,
  children,
}: {
  name: CheckName;
  verdict: Verdict | null;
  isRunning?: boolean;
  onRetry?: () => void;
  children?: ReactNode;
}) {
  const state = isRunning ? 'running' : (verdict?.level ?? 'open');
  const Icon = icons[state];
  const shown = isRunning ? null : verdict;
  return (
    <li className={styles.row} data-state={state} data-testid={`check-${name}`}>
      <span className={styles.icon} data-turns={isRunning || undefined}>
        <Icon size={24} aria-hidden="true" />
      </span>
      <div className={styles.words}>
        <h4 className={styles.name}>
          {texts.names[name]}
          <span className={styles.state}>{texts.levels[state]}</span>
        </h4>
        {shown && <p>{shown.result}</p>}
        {shown?.fix && <p className={styles.fix}>{shown.fix}</p>}
        {children}
        {shown && shown.level !== 'ok' && onRetry && (
          <ActionButton
            className={styles.own}
            onClick={onRetry}
            aria-label={texts.retryOf(texts.names[name])}
          >
            {texts.retry}
          </ActionButton>
        )}
      </div>
    </li>
  );
}
