import { Hono } from 'hono';
import type { z } from 'zod/mini';
import type { dashboardSchema } from '#contracts/study.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import type { CourseTree } from '../../domain/course/load.ts';
import { nextStep } from '../../domain/dashboard/next.ts';
import { type DashboardRows, dashboardReader, weekLength } from '../../domain/dashboard/query.ts';
import { lastDays, streakLength } from '../../domain/watchhistory/studyTime.ts';
import { currentUser, requireUser } from '../../middleware/auth.ts';
import { presentCourseRef } from '../../present/course.ts';
import { presentWatch } from '../../present/watchhistory.ts';

type Dashboard = z.input<typeof dashboardSchema>;

/** GET /api/lms/dashboard/ (product.md 3.4): what exists so far of "today at a glance". */
export function dashboardRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const readRows = dashboardReader(deps.db);
  app.get('/', requireUser(deps), async (c) => {
    const rows = await readRows(currentUser(c).id, deps.clock.now());
    const trees = await deps.trees.read(rows.version, rows.running);
    const answer: Dashboard = {
      resume: resumeOf(deps, rows),
      next: rows.running.flatMap((id) => nextOf(deps, rows, trees.get(id))),
      week: weekOf(deps, rows.days),
      unread_count: rows.unread,
    };
    return c.json(answer);
  });
  return app;
}

function resumeOf(deps: Deps, { unfinished, access }: DashboardRows): Dashboard['resume'] {
  const row = unfinished.find(({ course, lesson }) => lesson.isFree || access.get(course.id)?.isOpen);
  return row ? presentWatch(deps, row, access) : null;
}

function nextOf(
  deps: Deps,
  { marks, access }: DashboardRows,
  tree: CourseTree | undefined,
): Dashboard['next'] {
  if (!tree) return [];
  const steps = tree.lessons.map((lesson) => {
    const watch = marks.watches.get(lesson.id);
    return {
      ...lesson,
      isCompleted: watch?.isCompleted ?? false,
      watchedAt: watch?.watchedAt.getTime() ?? null,
    };
  });
  const lesson = nextStep(steps);
  const inventory = access.get(tree.course.id)?.inventoryId;
  if (!lesson || inventory === undefined) return [];
  return [
    {
      inventory,
      course: presentCourseRef(deps, tree.course),
      lesson: { id: lesson.id, name: lesson.name, duration: lesson.duration },
    },
  ];
}

function weekOf(deps: Deps, studied: DashboardRows['days']): Dashboard['week'] {
  const now = deps.clock.now();
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
