import type { ReactNode } from 'react';
import { ActionButton } from '#shared/ui/Action.tsx';
import { ErrorCard } from '#shared/ui/ErrorCard.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';

/**
 * Why nothing is known of an exam. `waiting`: the answer of the server is on its way · `failed`: it did not come ·
 * `away`: the server is out of reach, and nothing of the exam is on this device: it was deleted, or was never here (row
 * 52).
 */
export type WhyUnknown = 'waiting' | 'failed' | 'away';

/**
 * The page of an exam of which nothing is known. `words`: for `away`, that nothing is lost: who reads it may have begun
 * on another device. `back`: the link to where the page is left for.
 */
export function UnknownExam({
  why,
  error,
  words,
  back,
  onRetry,
}: {
  why: WhyUnknown;
  error: unknown;
  words: { title: string; body: string; retry: string };
  back: ReactNode;
  onRetry: () => void;
}) {
  if (why === 'waiting') return <Loading shape={<TextSkeleton lines={6} />} onReload={onRetry} />;
  if (why === 'failed') return <ErrorCard error={error} onRetry={onRetry} level={1} action={back} />;
  return (
    <StateCard
      picture="offline"
      title={words.title}
      level={1}
      testId="exam-away"
      actions={
        <>
          <ActionButton data-testid="list-retry" look="primary" onClick={onRetry}>
            {words.retry}
          </ActionButton>
          {back}
        </>
      }
    >
      {words.body}
    </StateCard>
  );
}
