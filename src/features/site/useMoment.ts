import { useEffect, useState } from 'react';
import { madeAt } from '#shared/lib/public/givenAnswers.ts';
import { serverNow } from '#shared/lib/time/serverTime.ts';
import { useIsTakenOver } from '#shared/ui/useIsTakenOver.ts';

/**
 * The moment when this part of the page is opened, epoch ms by the server's clock. During hydration of a served page it
 * is the moment when the page was made, so that relative days match; right after that it is the current moment.
 */
export function useMoment(): number {
  const isTakenOver = useIsTakenOver();
  const [moment, setMoment] = useState(() => (isTakenOver ? madeAt() : serverNow()));
  useEffect(() => setMoment(serverNow()), []);
  return moment;
}
