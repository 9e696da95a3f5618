import { session } from '#shared/lib/account/session.ts';
import { patterns } from '#shared/lib/pages/pageTable.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';

/**
 * The step that the learner has to complete before any page that needs login: a new password, or the end of the
 * sign-up, which asks for birth date and grade (product.md 2.2.C). `null`: none. Both steps need the server, so without
 * it the learner can use what is on the device.
 */
export function owedStep(): string | null {
  const { user } = session.getSnapshot();
  if (!user || connectivity.get().state !== 'online') return null;
  if (user.must_change_password) return patterns.passwordChange;
  return user.profile_completed ? null : patterns.signupComplete;
}
