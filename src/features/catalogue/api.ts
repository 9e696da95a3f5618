import {
  type CourseDetail,
  courseCardPageSchema,
  courseDetailSchema,
  type Teacher,
  teacherCardPageSchema,
  teacherSchema,
} from '#contracts/catalogue.ts';
import { getJson } from '#shared/lib/http/json.ts';
import { linkToKeep, pageQuery } from '#shared/lib/mirror/pages.ts';
import type { FetchOptions } from '#shared/lib/mirror/sync.ts';
import { type CourseList, coursePath, type TeacherList, teacherPath } from './model.ts';

/** GET /api/lms/course/ with the query of a page. Each list of one screen has its own slot. */
export async function getCourses(query: string, slot: string, options: FetchOptions): Promise<CourseList> {
  const { results, next, previous, ...page } = await getJson(coursePath, {
    query: pageQuery(query),
    schema: courseCardPageSchema,
    slot,
    ...options,
  });
  return { ...page, items: results, next: linkToKeep(next), previous: linkToKeep(previous) };
}

/** GET /api/lms/course/{id}/ */
export function getCourse(id: string, options: FetchOptions): Promise<CourseDetail> {
  return getJson(`${coursePath}${encodeURIComponent(id)}/`, { schema: courseDetailSchema, ...options });
}

/** GET /api/lms/teacher/ with the query of a page. */
export async function getTeachers(query: string, options: FetchOptions): Promise<TeacherList> {
  const { results, next, previous, ...page } = await getJson(teacherPath, {
    query: pageQuery(query),
    schema: teacherCardPageSchema,
    ...options,
  });
  return { ...page, items: results, next: linkToKeep(next), previous: linkToKeep(previous) };
}

/** GET /api/lms/teacher/{id}/ */
export function getTeacher(id: string, options: FetchOptions): Promise<Teacher> {
  return getJson(`${teacherPath}${encodeURIComponent(id)}/`, { schema: teacherSchema, ...options });
}
