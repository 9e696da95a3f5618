import type { z } from 'zod/mini';
import type { teacherCardSchema } from '#contracts/catalogue.ts';
import type { Deps } from '../deps.ts';
import type { TeacherRow } from '../domain/teacher/load.ts';
import { mediaUrl } from './course.ts';

/** A teacher's card (product.md 2.1). `subjects`: names of all subjects that are taught. */
export function presentTeacherCard(
  deps: Deps,
  teacher: TeacherRow,
  subjects: { id: string; name: string }[],
): z.input<typeof teacherCardSchema> {
  const names = new Map(subjects.map((subject) => [subject.id, subject.name]));
  return {
    id: teacher.id,
    name: teacher.name,
    kana: teacher.kana,
    subjects: teacher.subjects.map((id) => ({ id, name: names.get(id) ?? '' })),
    catch_copy: teacher.catchCopy,
    photo: mediaUrl(deps, teacher.photo),
  };
}
