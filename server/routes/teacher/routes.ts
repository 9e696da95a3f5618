import { Hono } from 'hono';
import * as z from 'zod/mini';
import type { teacherSchema } from '#contracts/catalogue.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { coursesOfTeacher, loadSubjects } from '../../domain/course/catalogue.ts';
import { findTeacher, pageOfTeachers } from '../../domain/teacher/load.ts';
import { notFound } from '../../errors.ts';
import { optionalUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { params, query, rowId } from '../../middleware/parse.ts';
import { publicAnswer } from '../../middleware/publicAnswer.ts';
import { subjectField } from '../../middleware/subjectField.ts';
import { loadCards } from '../../present/courseCards.ts';
import { readFirstSample } from '../../present/courseSample.ts';
import { presentTeacherCard } from '../../present/teacher.ts';

const listQuery = z.object({ page: pageField, subject: z.optional(subjectField) });

/** GET /api/lms/teacher/ · /{id}/ (product.md 3.4), for everybody. */
export function teacherRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const anybody = optionalUser(deps);

  app.get('/', publicAnswer, anybody, query(listQuery), async (c) => {
    const { page, subject } = c.req.valid('query');
    const subjects = await loadSubjects(deps.db, deps.clock.now());
    const { count, rows } = await pageOfTeachers(deps.db, page, subject);
    const results = rows.map((teacher) => presentTeacherCard(deps, teacher, subjects));
    return c.json({ ...envelope(c.req.url, page, count), subjects, results });
  });

  app.get('/:id/', publicAnswer, anybody, params(z.object({ id: rowId })), async (c) => {
    const teacher = await findTeacher(deps.db, c.req.valid('param').id);
    if (!teacher) throw notFound('この講師は見つかりませんでした。');
    const courseIds = await coursesOfTeacher(deps.db, teacher.id, deps.clock.now());
    const answer: z.input<typeof teacherSchema> = {
      ...presentTeacherCard(deps, teacher, await loadSubjects(deps.db, deps.clock.now())),
      career: teacher.career,
      message: teacher.message,
      courses: await loadCards(deps, c.get('user')?.id ?? null, courseIds),
      sample: await readFirstSample(deps, courseIds),
    };
    return c.json(answer);
  });

  return app;
}
