import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { notFoundTitle } from '#shared/lib/pages/pageTable.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ScreenCard } from './ScreenCard.tsx';
import { texts } from './texts.ts';

/**
 * The not-found screen (specification.md 2), at the requested address: for unknown routes, and for a page whose main
 * resource does not exist. The message is logged to the console once (session.md 11.4).
 */
export function NotFound() {
  const { pathname, search } = useLocation();
  useEffect(() => {
    console.error(`Page Not Found: ${pathname}${search}`);
    document.title = `${notFoundTitle}|コノマナビ`;
  }, [pathname, search]);
  return (
    <ScreenCard
      picture="lost"
      title={texts.notFound}
      testId="not-found"
      actions={
        <ActionLink look="primary" to={paths.home()} reloadDocument>
          {texts.toTop}
        </ActionLink>
      }
    >
      <p>{texts.notFoundBody}</p>
    </ScreenCard>
  );
}
