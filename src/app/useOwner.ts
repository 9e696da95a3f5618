import { useState } from 'react';
import { useSession } from '#shared/lib/account/useSession.ts';

/**
 * Who takes an exam: the learner who has opened the page, also after their session has ended in the middle of it
 * (exams.md 1 D4).
 */
export function useOwner(): string | null {
  const { user } = useSession();
  const [owner, setOwner] = useState(user?.id ?? null);
  if (user && user.id !== owner) setOwner(user.id);
  return user?.id ?? owner;
}
