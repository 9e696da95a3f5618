import { IconCloudOff, IconLock, IconPlugConnectedX, IconVideoOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import type { PlayerProblem } from '../problem.ts';
import { texts } from '../texts.ts';
import styles from './Overlay.module.css';

const icons = {
  away: IconCloudOff,
  lost: IconPlugConnectedX,
  closed: IconLock,
  broken: IconVideoOff,
} as const;

/** Says why the video does not play, in place of the video. Everything beside it still works. */
export function ProblemCard({
  problem,
  second = 0,
  onRetry,
  action,
}: {
  problem: PlayerProblem;
  /** The position at which play continues. */
  second?: number;
  onRetry?: () => void;
  /** What else the learner can do about the problem. */
  action?: ReactNode;
}) {
  const Icon = icons[problem];
  const { title, body } = texts.problems[problem];
  return (
    <div className={styles.cover} role={problem === 'lost' || problem === 'broken' ? 'alert' : 'status'}>
      <Icon size={32} stroke={1.5} aria-hidden="true" />
      <p className={styles.title}>{title}</p>
      <p className={styles.body}>{body}</p>
      {onRetry && problem !== 'closed' && (
        <ActionButton className={styles.onDark} onClick={onRetry}>
          {texts.retry(second)}
        </ActionButton>
      )}
      {action}
    </div>
  );
}
