import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { countCall } from '../../db/callCounts.ts';
import type { AppEnv, Deps } from '../../deps.ts';
import { ApiError } from '../../errors.ts';
import { rateLimit } from '../../middleware/rateLimit.ts';
import { readReport } from './read.ts';

/**
 * Bytes of a report, reports of one caller in a minute, and lines in the log in an hour; limited because anybody may
 * send them.
 */
const limits = { bytes: 16 * 1024, calls: 20, lines: 100 };
const types = new Set(['application/csp-report', 'application/reports+json', 'application/json']);

const unreadable = () => new ApiError(400, 'validation', '送信された内容を読み取れませんでした。');

/** POST /api/csp-report/: browsers report what our content policy blocked, a mistake of ours or an attack. */
export function cspReportRoutes(deps: Deps): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const calls = rateLimit(deps, { name: 'csp-report', max: limits.calls, window: 60 });
  const small = bodyLimit({
    maxSize: limits.bytes,
    onError: () => {
      throw new ApiError(413, 'too_large', '送信するデータが大きすぎます。');
    },
  });

  app.post('/', calls, small, async (c) => {
    const type = c.req.header('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? '';
    if (!types.has(type)) throw unreadable();
    const violations = readReport(await c.req.json().catch(() => null));
    if (violations === null) throw unreadable();
    for (const violation of violations) {
      const { count } = await countCall(deps.db, 'csp-report-lines', 3600, deps.clock.now());
      if (count > limits.lines) break;
      deps.log.error('csp_violation', violation);
    }
    return c.body(null, 204);
  });

  return app;
}
