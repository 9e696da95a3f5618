import { Hono, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { cors } from 'hono/cors';
import { fileLimits } from '#contracts/support.ts';
import type { AppEnv, Deps } from './deps.ts';
import { mockKinds } from './domain/exam/catalogue.ts';
import { ApiError, notFound } from './errors.ts';
import { maintenanceGate } from './maintenance/middleware.ts';
import { mediaRoutes } from './media/routes.ts';
import { compressJson } from './middleware/compress.ts';
import { Crowd } from './middleware/crowd.ts';
import { onError } from './middleware/failure.ts';
import { requestId } from './middleware/requestId.ts';
import { requestLog } from './middleware/requestLog.ts';
import { securityHeaders } from './middleware/securityHeaders.ts';
import { serverTime } from './middleware/serverTime.ts';
import { refuseUnstorable } from './middleware/storable.ts';
import { timeLimit } from './middleware/timeLimit.ts';
import { openapiRoutes } from './openapi.ts';
import { accountsRoutes } from './routes/accounts/routes.ts';
import { addressRoutes, postalRoutes } from './routes/address/routes.ts';
import { attemptRoutes, timeRoutes } from './routes/attempt/routes.ts';
import { cardRoutes } from './routes/card/routes.ts';
import { cartRoutes } from './routes/cart/routes.ts';
import { checkoutRoutes } from './routes/checkout/routes.ts';
import { contactRoutes } from './routes/contact/routes.ts';
import { couponRoutes } from './routes/coupon/routes.ts';
import { cspReportRoutes } from './routes/cspReport/routes.ts';
import { deviceRoutes } from './routes/device/routes.ts';
import { documentRoutes } from './routes/document/routes.ts';
import { emailRoutes } from './routes/email/routes.ts';
import { englishRoutes } from './routes/english/routes.ts';
import { entryExamRoutes } from './routes/entryExam/routes.ts';
import { examRoutes, schoolRoutes } from './routes/exam/routes.ts';
import { examResultRoutes, resultOverviewRoutes } from './routes/examResult/routes.ts';
import { familyViewRoutes } from './routes/familyView/routes.ts';
import { fileRoutes } from './routes/file/routes.ts';
import { guardianRoutes } from './routes/guardian/routes.ts';
import { guardianAskRoutes, guardianOrderRoutes } from './routes/guardianOrder/routes.ts';
import { healthRoutes } from './routes/health/routes.ts';
import { inquiryRoutes } from './routes/inquiry/routes.ts';
import { learningRoutes } from './routes/learning/routes.ts';
import { orderRoutes } from './routes/order/routes.ts';
import { passwordRoutes } from './routes/password/routes.ts';
import { paymentRoutes } from './routes/payment/routes.ts';
import { planRoutes } from './routes/plan/routes.ts';
import { profileRoutes } from './routes/profile/routes.ts';
import { pushRoutes } from './routes/push/routes.ts';
import { quoteRoutes } from './routes/quote/routes.ts';
import { refundRoutes } from './routes/refund/routes.ts';
import { reviewRoutes } from './routes/review/routes.ts';
import { signupRoutes } from './routes/signup/routes.ts';
import { siteRoutes } from './routes/site/routes.ts';
import { subscriptionRoutes } from './routes/subscription/routes.ts';
import { withdrawRoutes } from './routes/withdraw/routes.ts';
import { cspReportPath } from './static/csp.ts';
import { payFrameRoutes } from './static/payFrame.ts';
import { staticRoutes } from './static/routes.ts';

/**
 * Mounts the endpoints of every noun. Addresses end with a slash (product.md 3.1): mount at `/api/…/`; then `/` is the
 * noun's list and `/:id/` an item.
 */
function mountRoutes(app: Hono<AppEnv>, deps: Deps): void {
  const takers = new Crowd(deps.clock);
  app.route('/accounts/', accountsRoutes(deps));
  app.route('/accounts/signup/', signupRoutes(deps));
  app.route('/accounts/profile/', profileRoutes(deps));
  app.route('/accounts/password/', passwordRoutes(deps));
  app.route('/accounts/device/', deviceRoutes(deps));
  app.route('/accounts/email/', emailRoutes(deps));
  app.route('/accounts/address/', addressRoutes(deps));
  app.route('/accounts/card/', cardRoutes(deps));
  app.route('/accounts/withdraw/', withdrawRoutes(deps));
  app.route('/accounts/guardian/', guardianRoutes(deps));
  app.route('/accounts/family-view/', familyViewRoutes(deps));
  app.route('/api/health/', healthRoutes(deps));
  app.route(cspReportPath, cspReportRoutes(deps));
  app.route('/api/openapi.json', openapiRoutes());
  app.route('/api/master/postal/', postalRoutes(deps));
  app.route('/api/exam/entry/', entryExamRoutes(deps));
  app.route('/api/exam/time/', timeRoutes(deps));
  app.route('/api/exam/school/', schoolRoutes(deps));
  app.route('/api/exam/result/', resultOverviewRoutes(deps));
  app.route('/api/exam/mockexam/', examRoutes(deps));
  app.route('/api/exam/mockexam/', attemptRoutes(deps, mockKinds, takers));
  app.route('/api/exam/mockexam/', examResultRoutes(deps, mockKinds));
  app.route('/api/english/test/', englishRoutes(deps));
  app.route('/api/english/test/', attemptRoutes(deps, ['english'], takers));
  app.route('/api/english/test/', examResultRoutes(deps, ['english']));
  app.route('/api/lms/review/', reviewRoutes(deps));
  app.route('/api/shop/', documentRoutes(deps));
  app.route('/api/support/contact/', contactRoutes(deps));
  app.route('/api/support/inquiry/', inquiryRoutes(deps));
  app.route(uploadPath, fileRoutes(deps));
  app.route('/api/shop/order/', orderRoutes(deps));
  app.route('/api/shop/order/', refundRoutes(deps));
  app.route('/api/shop/order/', guardianAskRoutes(deps));
  app.route('/api/shop/guardian/', guardianOrderRoutes(deps));
  app.route('/api/support/push/', pushRoutes(deps));
  app.route('/api/payment/', paymentRoutes(deps));
  app.route('/api/shop/cart/', cartRoutes(deps));
  app.route('/api/shop/coupon/', couponRoutes(deps));
  app.route('/api/shop/quote/', quoteRoutes(deps));
  app.route('/api/shop/plan/', planRoutes(deps));
  app.route('/api/shop/subscription/', subscriptionRoutes(deps));
  app.route('/api/shop/checkout/', checkoutRoutes(deps));
  app.route('/api/', learningRoutes(deps));
}

type Handler = MiddlewareHandler<AppEnv>;

/** The one address that takes file uploads. A phone may need as long as its app waits (specification.md 9: 25 s). */
const uploadPath = '/api/support/file/';
const uploadMs = 25_000;
/** Bytes of a form around its file. */
const formRoom = 64 * 1024;

/** What every API call passes through, in this order. */
function guardApi(app: Hono<AppEnv>, deps: Deps): void {
  const limitTo = (maxSize: number) =>
    bodyLimit({
      maxSize,
      onError: () => {
        throw new ApiError(413, 'too_large', '送信するデータが大きすぎます。');
      },
    });
  const [limit, uploadLimit] = [limitTo(deps.config.bodyLimit), limitTo(fileLimits.size + formRoom)];
  const [time, uploadTime] = [
    timeLimit(deps),
    timeLimit(deps, Math.max(deps.config.requestTimeout, uploadMs)),
  ];
  const ofPath =
    (usual: Handler, upload: Handler): Handler =>
    (c, next) =>
      c.req.path === uploadPath ? upload(c, next) : usual(c, next);
  app.use('/api/*', compressJson);
  for (const path of ['/api/*', '/accounts/*']) {
    app.use(
      path,
      serverTime(deps),
      requestLog(deps),
      ofPath(time, uploadTime),
      maintenanceGate(deps),
      ofPath(limit, uploadLimit),
      refuseUnstorable,
    );
  }
}

/**
 * Allows calls from the configured origins, for an app that is hosted elsewhere. Without origins, no header is sent.
 */
function allowOrigins(app: Hono<AppEnv>, deps: Deps): void {
  if (deps.config.corsOrigins.length === 0) return;
  const rules = cors({
    origin: deps.config.corsOrigins,
    credentials: true,
    allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'X-Attempt-Token',
      'X-Client-At',
      'X-Entry-Token',
      'X-Inquiry-Token',
      'X-XSRF-TOKEN',
      'Range',
      'If-Range',
    ],
    exposeHeaders: [
      'X-Request-Id',
      'X-Server-Time',
      'Date',
      'Idempotent-Replayed',
      'Content-Disposition',
      'Retry-After',
      'ETag',
      'Content-Range',
      'Accept-Ranges',
      'Content-Length',
    ],
    maxAge: 600,
  });
  for (const path of ['/api/*', '/accounts/*', '/media/*']) app.use(path, rules);
}

/** The whole server without a listening socket: API, media and the app's files. */
export function createApp(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  app.onError(onError(deps));
  app.notFound(() => {
    throw notFound();
  });
  app.use(requestId, securityHeaders(deps));
  allowOrigins(app, deps);
  guardApi(app, deps);
  mountRoutes(app, deps);
  app.route('/media', mediaRoutes(deps));
  for (const path of ['/api/*', '/accounts/*', '/media/*']) {
    app.all(path, () => {
      throw notFound();
    });
  }
  app.route('/', siteRoutes(deps));
  app.route('/', payFrameRoutes(deps));
  app.route(
    '/',
    staticRoutes(deps, async (path) => {
      const answer = await app.request(path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      return answer.json();
    }),
  );
  return app;
}
