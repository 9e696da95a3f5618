import { Hono } from 'hono';
import type { AppEnv, Deps } from '../../deps.ts';
import { bookmarkRoutes } from '../bookmark/routes.ts';
import { campaignRoutes } from '../campaign/routes.ts';
import { checkRoutes } from '../check/routes.ts';
import { courseRoutes } from '../course/routes.ts';
import { dashboardRoutes } from '../dashboard/routes.ts';
import { faqRoutes } from '../faq/routes.ts';
import { favoriteRoutes } from '../favorite/routes.ts';
import { homeRoutes } from '../home/routes.ts';
import { inventoryRoutes } from '../inventory/routes.ts';
import { lessonRoutes } from '../lesson/routes.ts';
import { noteRoutes } from '../note/routes.ts';
import { noticeRoutes } from '../notice/routes.ts';
import { offlineRoutes } from '../offline/routes.ts';
import { pageRoutes } from '../page/routes.ts';
import { successRoutes } from '../success/routes.ts';
import { teacherRoutes } from '../teacher/routes.ts';
import { textbookRoutes } from '../textbook/routes.ts';
import { watchHistoryRoutes } from '../watchhistory/routes.ts';
import { whiteboardRoutes } from '../whiteboard/routes.ts';

/**
 * The learning API of specification.md 7 and product.md 3.4, mounted at `/api`. Its answers belong to one learner and
 * are never stored by a cache, except what guests may read. Offline copies are made by the app itself
 * (offline.md 3.32).
 */
export function learningRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    await next();
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
  app.route('/lms/course/', courseRoutes(deps));
  app.route('/lms/teacher/', teacherRoutes(deps));
  app.route('/lms/inventory/', inventoryRoutes(deps));
  app.route('/lms/bookmark/', bookmarkRoutes(deps));
  app.route('/lms/favorite/', favoriteRoutes(deps));
  app.route('/lms/check/', checkRoutes(deps));
  app.route('/lms/lesson/', lessonRoutes(deps));
  app.route('/lms/watchhistory/', watchHistoryRoutes(deps));
  app.route('/lms/note/', noteRoutes(deps));
  app.route('/lms/textbook/', textbookRoutes(deps));
  app.route('/lms/whiteboard/', whiteboardRoutes(deps));
  app.route('/lms/offline/', offlineRoutes(deps));
  app.route('/lms/dashboard/', dashboardRoutes(deps));
  app.route('/cms/home/', homeRoutes(deps));
  app.route('/cms/notice/', noticeRoutes(deps));
  app.route('/cms/page/', pageRoutes(deps));
  app.route('/cms/faq/', faqRoutes(deps));
  app.route('/cms/success/', successRoutes(deps));
  app.route('/cms/campaign/', campaignRoutes(deps));
  return app;
}
