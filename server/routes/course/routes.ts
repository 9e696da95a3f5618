import { type Context, Hono, type MiddlewareHandler } from 'hono';
import * as z from 'zod/mini';
import {
  type courseDetailSchema,
  courseGrades,
  courseLevels,
  courseSorts,
  searchMaxLength,
} from '#contracts/catalogue.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { hasLimited, loadSubjects, loadTeachers, pageOfCourses } from '../../domain/course/catalogue.ts';
import { loadCourses } from '../../domain/course/load.ts';
import { loadMarks, noMarks } from '../../domain/course/marks.ts';
import { accessToCourse } from '../../domain/inventory/policy.ts';
import { teachersOfCourse } from '../../domain/teacher/load.ts';
import { notFound } from '../../errors.ts';
import { optionalUser } from '../../middleware/auth.ts';
import { envelope, pageField } from '../../middleware/paging.ts';
import { params, query, rowId } from '../../middleware/parse.ts';
import { publicAnswer } from '../../middleware/publicAnswer.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { subjectField } from '../../middleware/subjectField.ts';
import { presentCourse } from '../../present/course.ts';
import { loadCards, presentOffer } from '../../present/courseCards.ts';
import { presentTextbookSamples, readSample } from '../../present/courseSample.ts';
import { presentTeacherCard } from '../../present/teacher.ts';

const listQuery = z.object({
  page: pageField,
  q: z.optional(z.string().check(z.maxLength(searchMaxLength))),
  subject: z.optional(subjectField),
  /** `grade[]=j1&grade[]=j2`, or one alone. */
  grade: z.optional(
    z.pipe(
      z.transform((value: unknown) => [value].flat()),
      z.array(z.enum(courseGrades)).check(z.maxLength(courseGrades.length)),
    ),
  ),
  level: z.optional(z.enum(courseLevels)),
  teacher: z.optional(rowId),
  /** Yen, tax included. */
  price_max: z.optional(
    z.pipe(
      z.string().check(z.regex(/^\d{1,7}$/)),
      z.transform((text: string) => Number(text)),
    ),
  ),
  /** `1`: only what is sold for a time. */
  limited: z.optional(
    z.pipe(
      z.literal('1'),
      z.transform(() => true),
    ),
  ),
  sort: z._default(z.enum(courseSorts), 'recommended'),
});

/** A whole school behind one address may search in a lesson; a program that reads everything is slowed down. */
const searchLimit = { name: 'catalogue', max: 300, window: 60 };

/** GET /api/lms/course/ · /{id}/ (product.md 3.4), for everybody; `is_purchased` for members. */
export function courseRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const anybody = optionalUser(deps);
  const limit = rateLimit(deps, searchLimit);
  /** Only a search reads the whole catalogue. */
  const searches: MiddlewareHandler<AppEnv> = (c, next) => (c.req.query('q') ? limit(c, next) : next());

  app.get('/', publicAnswer, anybody, searches, query(listQuery), async (c) => {
    const { page, ...wanted } = c.req.valid('query');
    const now = deps.clock.now();
    const { count, ids } = await pageOfCourses(deps.db, wanted, page, now);
    const subjects = await loadSubjects(deps.db, now);
    const teachers = await loadTeachers(deps.db, now);
    const has_limited = await hasLimited(deps.db, now);
    const results = await loadCards(deps, userIdOf(c), ids);
    return c.json({ ...envelope(c.req.url, page, count), subjects, teachers, has_limited, results });
  });

  app.get('/:id/', publicAnswer, anybody, params(z.object({ id: rowId })), async (c) =>
    c.json(await readCourse(deps, userIdOf(c), c.req.valid('param').id)),
  );

  return app;
}

function userIdOf(c: Context<AppEnv>): number | null {
  return c.get('user')?.id ?? null;
}

/**
 * A course for its own page: the table of contents, also before buying; the sample as the only lesson that can be
 * watched; and a few pages of the textbook (product.md 2.2.A). A withdrawn course stays readable and says that its sale
 * has ended; its samples are gone.
 */
async function readCourse(
  deps: Deps,
  userId: number | null,
  id: number,
): Promise<z.input<typeof courseDetailSchema>> {
  const tree = (await loadCourses(deps.db, [id])).get(id);
  if (!tree) throw notFound('この講座は見つかりませんでした。');
  const marks = userId === null ? noMarks : await loadMarks(deps.db, userId, [id]);
  const now = deps.clock.now();
  const access = userId === null ? null : await accessToCourse(deps.db, userId, id, now);
  const subjects = await loadSubjects(deps.db, now);
  const staff = await teachersOfCourse(deps.db, id);
  const course = presentCourse(deps, tree, marks);
  return {
    ...course,
    sample_video: tree.course.withdrawn === null ? course.sample_video : null,
    sample: await readSample(deps, tree),
    textbook_samples: presentTextbookSamples(deps, tree),
    prerequisites: tree.course.prerequisites,
    ...presentOffer(tree.course, access, now),
    teachers: staff.map((teacher) => presentTeacherCard(deps, teacher, subjects)),
  };
}
