import type { Today } from '../local.ts';
import { FirstSteps } from './FirstSteps.tsx';
import { NextCard } from './NextCard.tsx';
import { ResumeCard } from './ResumeCard.tsx';

/** The main card of the day: continue, begin the next lesson, or learn how the app works. */
export function TodayHero({ today }: { today: Today }) {
  const { resume, next, week } = today;
  if (resume) return <ResumeCard resume={resume} />;
  const [first] = next;
  if (!first) return <FirstSteps withAction={true} />;
  const isNew = week.streak === 0 && week.minutes === 0;
  return (
    <>
      <NextCard next={first} isFirst={isNew} />
      {isNew && <FirstSteps withAction={false} />}
    </>
  );
}
