import { passwordRequiredSchema } from '#contracts/signup.ts';
import { describeFailure } from '#shared/form/failure.ts';
import { HttpError } from '#shared/lib/errors.ts';

/** The values in the link of the mail. */
export type SignupLink = { uid: string; token: string };

/** What the page of the link shows; `over` also for a link that is not ours. */
export type LinkStep =
  | { kind: 'checking' | 'over' | 'taken' }
  | { kind: 'password'; email: string }
  | { kind: 'failed'; text: string };

/** What a refusal of the link leads to. Transport failures (no answer, too many calls) can be retried. */
export function stepAfter(error: unknown): LinkStep {
  if (!(error instanceof HttpError)) return { kind: 'failed', text: describeFailure(error) };
  if (error.code === 'password_required') {
    return { kind: 'password', email: passwordRequiredSchema.parse(error.data).email };
  }
  if (error.status === 409) return { kind: 'taken' };
  if (error.status === 410 || error.code === 'validation') return { kind: 'over' };
  return { kind: 'failed', text: describeFailure(error) };
}
