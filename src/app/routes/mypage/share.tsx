import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { HeroSkeleton } from '#features/dashboard/components/HeroSkeleton.tsx';
import type { Resume } from '#features/dashboard/model.ts';
import { useToday } from '#features/dashboard/useToday.ts';
import { addToDraft } from '#features/note/drafts.ts';
import { leftOutOf, noteOfShared } from '#features/note/shared.ts';
import { texts } from '#features/note/texts.ts';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { Loading } from '#shared/ui/Loading.tsx';

/**
 * `/mypage/share`: another app shares a text or a page. It is added to the note draft of the lesson that the learner is
 * studying; they check it and save it, or continue writing. Works offline like every note.
 */
export function Component() {
  const [params] = useSearchParams();
  const { data, error, isFetching } = useToday();
  const shared = { title: params.get('title'), text: params.get('text'), url: params.get('url') };
  const text = noteOfShared(shared);
  if (data?.resume && text !== '')
    return <IntoDraft resume={data.resume} text={text} leftOut={leftOutOf(shared)} />;
  if (data || (error && !isFetching)) return <Nowhere />;
  return <Loading shape={<HeroSkeleton />} />;
}

function IntoDraft({ resume, text, leftOut }: { resume: Resume; text: string; leftOut: number }) {
  const [isKept, setKept] = useState(false);
  const { lesson, inventory } = resume;
  useEffect(() => {
    let isGone = false;
    // Waits for the next task: an effect that is immediately cleaned up must not add the text twice.
    const timer = setTimeout(() => {
      addToDraft(currentDb(), lesson, text, leftOut)
        .catch((error: unknown) => console.warn('note: the shared text could not be added', error))
        .finally(() => {
          if (!isGone) setKept(true);
        });
    });
    return () => {
      isGone = true;
      clearTimeout(timer);
    };
  }, [lesson, text, leftOut]);
  if (!isKept) return null;
  return <Navigate to={`${paths.lecture(inventory, { lesson })}#notes`} replace={true} />;
}

/** Nothing was shared, or there is no lesson yet for a note. */
function Nowhere() {
  useEffect(() => blueAlert.show(texts.shareNeedsLesson), []);
  return <Navigate to={paths.course()} replace={true} />;
}
