import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Outlet, useMatches } from 'react-router-dom';
import { RefusedLine } from '#features/sync-status/components/RefusedLine.tsx';
import { StorageLine } from '#features/sync-status/components/StorageLine.tsx';
import { StorageNotice } from '#features/sync-status/components/StorageNotice.tsx';
import { storageHealth } from '#shared/lib/db/health.ts';
import { examOnScreen } from '#shared/lib/exam/examOnScreen.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { isBare } from '../../layouts/layoutNames.ts';
import { enterMemberArea } from '../../memberArea.ts';
import { mergeMeta } from '../../routeMeta.ts';
import { MemberTools } from '../../shell/MemberTools.tsx';
import { MorePlaces } from '../../shell/MorePlaces.tsx';
import { memberTools } from '../../shell/toolsSlot.ts';
import { member } from './memberStart.ts';

memberTools.set(MemberTools);

/**
 * Parent of every member page: its children find the learner's database open and the query client ready. During the
 * short time before that nothing is shown. If another tab blocks the database, the learner is told what to do. Above
 * every page are messages that need the learner's attention: refused changes, storage that keeps nothing. While an exam
 * is being taken nothing leads away from it.
 */
export function Component() {
  useEffect(enterMemberArea, []);
  const present = useObservable(member);
  const isExam = useObservable(examOnScreen);
  const [last, setLast] = useState(present);
  if (present !== null && present !== last) setLast(present);
  // A running exam stays on screen when the session ends: it needs nothing of the member area (exams.md 1 D4).
  const current = present ?? (isExam ? last : null);
  const health = useObservable(storageHealth);
  const { layout = 'mypage' } = mergeMeta(useMatches().map((match) => match.handle));
  if (health === 'blocked' || health === 'outdated') return <StorageNotice health={health} />;
  if (!current) return null;
  return (
    <QueryClientProvider client={current.client} key={current.db.name}>
      <StorageLine />
      <RefusedLine />
      <Outlet />
      {!isExam && <MorePlaces isAlone={isBare(layout)} />}
    </QueryClientProvider>
  );
}
