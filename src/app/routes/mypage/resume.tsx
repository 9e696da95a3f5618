import { Navigate } from 'react-router-dom';
import { HeroSkeleton } from '#features/dashboard/components/HeroSkeleton.tsx';
import { useToday } from '#features/dashboard/useToday.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { Loading } from '#shared/ui/Loading.tsx';

/**
 * `/mypage/resume`: 「続きから」 of the app's icon. Opens the lesson where the learner stopped; if the server cannot be
 * reached, from the data on the device. A learner with nothing to continue sees the home page.
 */
export function Component() {
  const { data, error, isFetching } = useToday();
  if (data?.resume) {
    const { inventory, lesson, position } = data.resume;
    return <Navigate to={paths.lecture(inventory, { lesson, t: position })} replace={true} />;
  }
  if (data || (error && !isFetching)) return <Navigate to={paths.mypage()} replace={true} />;
  return <Loading shape={<HeroSkeleton />} />;
}
