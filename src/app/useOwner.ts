import { useState } from 'react';
import { useSession } from '#shared/lib/account/useSession.ts';

/**
 * The learner who takes an exam: the one who opened the page, even after their session has ended during the exam
 * (exams.md 1 D4).
 */
export function useOwner(): string | null {
  const { user } = useSession();
  const [owner, setOwner] = useState(user?.id ?? null);
  if (user && user.id !== owner) setOwner(user.id);
  return user?.id ?? owner;
}
