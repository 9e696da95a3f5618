import { CourseGrid } from '#features/catalogue/components/CourseGrid.tsx';
import type { RenderCourses } from '#features/site/model.ts';

/** Courses within a page of the site, as the catalogue shows them. */
export const renderCourses: RenderCourses = (courses, label) => (
  <CourseGrid courses={courses} label={label} level={3} />
);
