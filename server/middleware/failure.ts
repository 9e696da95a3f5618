import type { ErrorHandler } from 'hono';
import { HTTPException } from 'hono/http-exception';
import type { z } from 'zod/mini';
import type { failureSchema } from '#contracts/failure.ts';
import type { AppContext, AppEnv, Deps } from '../deps.ts';
import { ApiError } from '../errors.ts';
import { failureFields } from '../failureText.ts';
import { pathForLog } from './requestLog.ts';

type FailureBody = z.input<typeof failureSchema> & Record<string, unknown>;

/** The error as JSON: `{code, detail, fields?, request_id, retry_after?}`. */
export function renderError(c: AppContext, error: ApiError): Response {
  const { fields, retry_after, data } = error.extra;
  const body: FailureBody = {
    ...data,
    code: error.code,
    detail: error.detail,
    ...(fields ? { fields } : {}),
    request_id: c.get('requestId'),
    ...(retry_after === undefined ? {} : { retry_after }),
  };
  c.header('Cache-Control', 'no-store');
  c.header('X-Request-Id', c.get('requestId'));
  if (retry_after !== undefined) c.header('Retry-After', String(retry_after));
  if (error.status === 401) c.header('WWW-Authenticate', 'Bearer');
  return c.json(body, error.status);
}

/**
 * The one place where a thrown error becomes an answer. Unknown errors are logged, and the caller is told only the
 * number.
 */
export function onError(deps: Deps): ErrorHandler<AppEnv> {
  return (error, c) => {
    if (error instanceof ApiError) return renderError(c, error);
    if (error instanceof HTTPException && error.status === 413) {
      return renderError(c, new ApiError(413, 'too_large', '送信するデータが大きすぎます。'));
    }
    deps.log.error('request_failed', {
      request_id: c.get('requestId'),
      method: c.req.method,
      path: pathForLog(c.req.path),
      ...failureFields(error),
    });
    const number = c.get('requestId');
    const detail = `処理を完了できませんでした。時間をおいてお試しください。(受付番号 ${number})`;
    return renderError(c, new ApiError(500, 'server_error', detail));
  };
}
