import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { SubjectResult } from '#contracts/examResult.ts';
import { SummaryBox } from '#shared/form/ErrorSummary.tsx';
import { describeFailure } from '#shared/form/failure.ts';
import { createSubmissionKey } from '#shared/form/submissionKey.ts';
import { renew, useMirror } from '#shared/lib/mirror/mirror.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { addQuestion, standOf } from '../add.ts';
import { readShelf } from '../local.ts';
import { reviewQueryKey, syncReviewBehind } from '../sync.ts';
import { texts } from '../texts.ts';

type Question = SubjectResult['questions'][number];

/**
 * Draws, for a question of a result of this exam, the way into the review (product.md 2.3.L). Nothing until the device
 * knows what is in the review, so that no button is offered and taken away again.
 */
export function useAddToReview(
  exam: string,
): (report: SubjectResult['report'], question: Question) => ReactNode {
  const shelf = useMirror({ queryKey: reviewQueryKey, sync: syncReviewBehind, read: readShelf });
  return (report, question) => {
    if (!report || report.attempt === null || shelf.isPending) return null;
    const asked = { exam, subject: report.id, id: question.id, slots: question.slots };
    return (
      <AddToReview
        attempt={report.attempt}
        question={question}
        stand={shelf.data ? standOf(shelf.data, asked) : 'out'}
      />
    );
  };
}

type State = { kind: 'idle' | 'busy' | 'added' } | { kind: 'failed'; text: string };

/** What is said of a question; the words of a press come before what was stored. */
function wordsOf({ kind }: State, stand: ReturnType<typeof standOf>): string {
  if (kind === 'busy') return texts.adding;
  if (kind === 'added') return texts.added;
  return { out: '', in: texts.isIn, aside: texts.isAside }[stand];
}

function AddToReview({
  attempt,
  question: { id, section, label },
  stand,
}: {
  attempt: string;
  question: Question;
  stand: ReturnType<typeof standOf>;
}) {
  const client = useQueryClient();
  const keys = useRef(createSubmissionKey());
  const said = useRef<HTMLParagraphElement>(null);
  const [state, setState] = useState<State>({ kind: 'idle' });
  const isAdded = state.kind === 'added';
  // The pressed button is gone.
  useEffect(() => {
    if (isAdded) said.current?.focus({ preventScroll: true });
  }, [isAdded]);
  const add = async () => {
    if (state.kind === 'busy') return;
    setState({ kind: 'busy' });
    try {
      await addQuestion(attempt, id, keys.current.keyFor([attempt, id]));
      keys.current.arrived();
      setState({ kind: 'added' });
      renew(client, reviewQueryKey);
    } catch (error) {
      setState({ kind: 'failed', text: describeFailure(error) });
    }
  };
  return (
    <div data-print="hide">
      {stand === 'out' && !isAdded && (
        <ActionButton
          look="quiet"
          aria-label={texts.addOf(`${section} ${label}`)}
          aria-disabled={state.kind === 'busy'}
          onClick={() => void add()}
        >
          {texts.add}
        </ActionButton>
      )}
      <SummaryBox
        title={texts.notAdded}
        failure={state.kind === 'failed' && stand === 'out' ? state.text : null}
        testId="review-add-error"
      />
      <p role="status" tabIndex={-1} ref={said}>
        {wordsOf(state, stand)}
      </p>
    </div>
  );
}
