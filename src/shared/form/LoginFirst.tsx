import { useLocation } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { loginTexts } from './loginTexts.ts';

/**
 * For guests on a public page about an account. The guard does not redirect there (session.md 8.1), so the page itself
 * says what to do, and the login leads back to it.
 */
export function LoginFirst({ children }: { children: string }) {
  const { pathname, search } = useLocation();
  return (
    <StateCard
      isFlat={true}
      picture="books"
      title={loginTexts.loginFirst}
      actions={
        <ActionLink
          to={paths.login()}
          look="primary"
          onClick={() => redirectTarget.remember(pathname + search)}
        >
          {loginTexts.toLogin}
        </ActionLink>
      }
    >
      {children}
    </StateCard>
  );
}
