import { describeFailure } from './failure.ts';
import { checkReason } from './reasonRule.ts';
import { useForm } from './useForm.ts';

/**
 * State of a form that asks why something is cancelled or returned. It belongs to what opens and closes the form, so that
 * what was typed outlives a look back.
 */
export function useReasonForm(
  send: (reason: string) => Promise<void>,
  describe: (error: unknown) => string = describeFailure,
) {
  return useForm({
    initial: { reason: '' },
    order: ['reason'],
    check: ({ reason }) => {
      const wrong = checkReason(reason);
      return wrong ? { reason: wrong } : {};
    },
    send: ({ reason }) => send(reason),
    describe,
  });
}
