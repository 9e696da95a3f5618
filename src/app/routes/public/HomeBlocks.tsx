import type { ReactNode } from 'react';
import { renderCourses } from '#features/catalogue/components/CourseGrid.tsx';
import { SampleLesson } from '#features/catalogue/components/SampleLesson.tsx';
import { NoticeList } from '#features/notice/components/NoticeList.tsx';
import { HomeBlocks } from '#features/site/views/HomeBlocks.tsx';

/** The server's content on the welcome page, drawn by the features that know it. */
export function Blocks({ beforeSample }: { beforeSample: ReactNode }) {
  return (
    <HomeBlocks
      beforeSample={beforeSample}
      renderCourses={renderCourses}
      renderSample={({ course, lesson }, reload) => (
        <SampleLesson sample={lesson} poster={course.thumbnail} onReload={reload} />
      )}
      renderNotices={(notices) => <NoticeList notices={notices} isPublic={true} />}
    />
  );
}
