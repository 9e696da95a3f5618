import { useEffect } from 'react';
import { useBusy } from '#shared/lib/loading/useBusy.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { type Attempt, handIn } from './attempt.ts';
import { change } from './store.ts';

/** Hands the answers in when the time is over. Until then it holds back new versions of the app. */
export function useAttempt(attempt: Attempt | null): void {
  const isRunning = attempt !== null && attempt.handedIn === null;
  useBusy(isRunning, 'attempt');
  const endsAt = isRunning ? attempt.endsAt : null;
  useEffect(() => {
    if (endsAt === null) return;
    const look = () => {
      if (serverNow() < endsAt) return;
      change((former) => ({ attempt: former.attempt && handIn(former.attempt, serverNow(), true) }));
    };
    look();
    const timer = setInterval(look, 500);
    return () => clearInterval(timer);
  }, [endsAt]);
}
