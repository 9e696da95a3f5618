import { isRouteErrorResponse, useRouteError } from 'react-router-dom';
import { isNotFound } from '#shared/lib/errors.ts';
import { isCrawler } from './crawler.ts';
import { ErrorPage } from './ErrorPage.tsx';
import { NotFound } from './NotFound.tsx';

/** Whether a thrown error means that the page does not exist (session.md 11.4). */
export function meansNotFound(error: unknown): boolean {
  return isNotFound(error) || (isRouteErrorResponse(error) && error.status === 404);
}

/** Replaces a page that failed: not-found screen or error page; bots see neither (session.md 11.6). */
export function ErrorScreen() {
  const error = useRouteError();
  if (meansNotFound(error)) return <NotFound />;
  return isCrawler(navigator.userAgent) ? null : <ErrorPage error={error} />;
}
