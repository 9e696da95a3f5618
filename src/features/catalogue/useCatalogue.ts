import type { CourseDetail, Teacher } from '#contracts/catalogue.ts';
import type { Mirror } from '#shared/lib/mirror/mirror.ts';
import { type PublicMirror, usePublicAnswer } from '#shared/lib/public/publicAnswer.ts';
import { lateApi } from './lateApi.ts';
import type { CourseList, TeacherList } from './model.ts';

/**
 * One page of the catalogue. `query`: as `courseQuery` makes it, or the `next` / `previous` of a page already shown.
 */
export function useCourses(query: string): PublicMirror<CourseList> {
  return usePublicAnswer({
    key: ['catalogue', 'courses', query],
    load: async (options) => (await lateApi()).getCourses(query, 'list', options),
    isKept: query === '',
  });
}

/** Courses related to another one. */
export function useRelated(query: string): Mirror<CourseList> {
  return usePublicAnswer({
    key: ['catalogue', 'courses', query],
    load: async (options) => (await lateApi()).getCourses(query, 'related', options),
  });
}

/** One course, main resource of its page. */
export function useCourse(id: string): PublicMirror<CourseDetail> {
  return usePublicAnswer({
    key: ['catalogue', 'course', id],
    load: async (options) => (await lateApi()).getCourse(id, options),
    isKept: true,
  });
}

/** One page of the teachers. */
export function useTeachers(query: string): Mirror<TeacherList> {
  return usePublicAnswer({
    key: ['catalogue', 'teachers', query],
    load: async (options) => (await lateApi()).getTeachers(query, options),
    isKept: query === '',
  });
}

/** One teacher, main resource of their page. */
export function useTeacher(id: string): Mirror<Teacher> {
  return usePublicAnswer({
    key: ['catalogue', 'teacher', id],
    load: async (options) => (await lateApi()).getTeacher(id, options),
    isKept: true,
  });
}
