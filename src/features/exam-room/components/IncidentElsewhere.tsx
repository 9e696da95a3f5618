import { useEffect, useState } from 'react';
import { getAttempt } from '#shared/lib/exam/attemptCalls.ts';
import { thisDevice } from '#shared/lib/exam/device.ts';
import type { IncidentOf } from '../incident.ts';
import { IncidentForm } from './IncidentForm.tsx';

/** The report of an attempt that this device knows nothing of: the server says when it was. Without it, nothing. */
export function IncidentElsewhere({ base, id }: { base: string; id: string }) {
  const [of, setOf] = useState<IncidentOf | null>(null);
  useEffect(() => {
    let isWanted = true;
    const ask = async () => {
      const { device_id } = await thisDevice();
      const { started_at, server_now, deadline_at, state } = await getAttempt({ base, id }, device_id);
      if (!isWanted || state === 'void') return;
      setOf({
        ...{ base, id, token: null, isOver: state !== 'running' },
        startedAt: Date.parse(started_at ?? server_now),
        deadline: Date.parse(deadline_at),
      });
    };
    ask().catch((error: unknown) => console.warn('exam: attempt elsewhere', error));
    return () => {
      isWanted = false;
    };
  }, [base, id]);
  return of && <IncidentForm of={of} />;
}
