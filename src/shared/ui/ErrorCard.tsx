import { IconRefresh } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { isOutage } from '#shared/lib/errors.ts';
import { ActionButton } from './Action.tsx';
import { describeError } from './describeError.ts';
import { StateCard } from './StateCard.tsx';
import { texts } from './texts.ts';

/**
 * A part of the page that could not be shown: cause, next step, 受付番号, [もう一度試す] (product.md 2.0.2). The rest of the page
 * stays usable. `action` is placed beside the retry button.
 */
export function ErrorCard({
  error,
  onRetry,
  level = 2,
  action,
}: {
  error: unknown;
  onRetry?: () => void;
  level?: 1 | 2 | 3;
  action?: ReactNode;
}) {
  const { title, body, requestId } = describeError(error);
  return (
    <StateCard
      picture={isOutage(error) ? 'offline' : 'trouble'}
      title={title}
      level={level}
      testId="list-error"
      role="alert"
      note={requestId ? texts.receipt(requestId) : undefined}
      actions={
        <>
          {onRetry && (
            <ActionButton
              data-testid="list-retry"
              look="primary"
              onClick={onRetry}
              icon={<IconRefresh size={20} aria-hidden="true" />}
            >
              {texts.retry}
            </ActionButton>
          )}
          {action}
        </>
      }
    >
      {body}
    </StateCard>
  );
}
