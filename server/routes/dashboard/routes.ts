import { Hono } from 'hono';
import type { z } from 'zod/mini';
import type { dashboardSchema } from '#contracts/study.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { loadLessons, loadMarks } from '../../domain/course/load.ts';
import { nextStep } from '../../domain/dashboard/next.ts';
import { runningCourses, studyDaysOf, weekLength } from '../../domain/dashboard/query.ts';
import { accessOf } from '../../domain/inventory/policy.ts';
import { countUnread } from '../../domain/notice/store.ts';
import { recentUnfinished } from '../../domain/watchhistory/store.ts';
import { lastDays, streakLength } from '../../domain/watchhistory/studyTime.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { presentCourseRef } from '../../present/course.ts';
import { presentWatch } from '../../present/watchhistory.ts';

type Dashboard = z.input<typeof dashboardSchema>;
/** Courses named under "next". */
const nextCount = 6;
/** So many unfinished lessons are looked at for one that may still be opened. */
const resumeDepth = 20;

/** GET /api/lms/dashboard/ (product.md 3.4): what exists so far of "today at a glance". */
export function dashboardRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.get('/', requireUser(deps), async (c) => {
    const { id: userId } = currentUser(c);
    const answer: Dashboard = {
      resume: await resumeOf(deps, userId),
      next: await nextOf(deps, userId),
      week: await weekOf(deps, userId),
      unread_count: await countUnread(deps.db, userId, new Date(deps.clock.now())),
    };
    return c.json(answer);
  });
  return app;
}

async function resumeOf(deps: Deps, userId: number): Promise<Dashboard['resume']> {
  const rows = await recentUnfinished(deps.db, userId, resumeDepth);
  const courseIds = [...new Set(rows.map((row) => row.course.id))];
  const access = await accessOf(deps.db, userId, courseIds, deps.clock.now());
  const row = rows.find(({ course, lesson }) => lesson.isFree || access.get(course.id)?.isOpen);
  return row ? presentWatch(deps, row, access) : null;
}

async function nextOf(deps: Deps, userId: number): Promise<Dashboard['next']> {
  const now = deps.clock.now();
  const courses = await runningCourses(deps.db, userId, new Date(now), nextCount);
  if (courses.length === 0) return [];
  const courseIds = courses.map((course) => course.id);
  const access = await accessOf(deps.db, userId, courseIds, now);
  const marks = await loadMarks(deps.db, userId, courseIds);
  const lessonsOf = Map.groupBy(await loadLessons(deps.db, courseIds), (lesson) => lesson.courseId);
  return courses.flatMap((course) => {
    const steps = (lessonsOf.get(course.id) ?? []).map((lesson) => {
      const watch = marks.watches.get(lesson.id);
      return {
        ...lesson,
        isCompleted: watch?.isCompleted ?? false,
        watchedAt: watch?.watchedAt.getTime() ?? null,
      };
    });
    const lesson = nextStep(steps);
    const inventory = access.get(course.id)?.inventoryId;
    if (!lesson || inventory === undefined) return [];
    return {
      inventory,
      course: presentCourseRef(deps, course),
      lesson: { id: lesson.id, name: lesson.name, duration: lesson.duration },
    };
  });
}

async function weekOf(deps: Deps, userId: number): Promise<Dashboard['week']> {
  const now = deps.clock.now();
  const studied = await studyDaysOf(deps.db, userId);
  const secondsOf = new Map(studied.map(({ day, seconds }) => [day, seconds]));
  const days = lastDays(now, weekLength).map((date) => ({ date, seconds: secondsOf.get(date) ?? 0 }));
  return {
    minutes: Math.round(days.reduce((sum, day) => sum + day.seconds, 0) / 60),
    streak: streakLength(
      studied.map(({ day }) => day),
      now,
    ),
    days: days.map(({ date, seconds }) => ({ date, minutes: Math.round(seconds / 60) })),
  };
}
