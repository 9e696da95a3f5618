import { useEffect, useState } from 'react';
import { madeAt } from '#shared/lib/public/givenAnswers.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { useIsTakenOver } from './useIsTakenOver.ts';

/**
 * The moment at which this part of the page is opened, epoch ms by the server's clock. Where the server has made the
 * page it is first the moment of that, so that what it says of days is taken over as it is, and true right after.
 */
export function useMoment(): number {
  const isTakenOver = useIsTakenOver();
  const [moment, setMoment] = useState(() => (isTakenOver ? madeAt() : serverNow()));
  useEffect(() => setMoment(serverNow()), []);
  return moment;
}
