import { useLayoutEffect, useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { LoginForm } from '#features/auth/components/LoginForm.tsx';
import { loginReason } from '#features/auth/loginReason.ts';
import { sessionTexts } from '#features/auth/sessionTexts.ts';
import { texts } from '#features/auth/texts.ts';
import { controlTexts } from '#shared/form/controlTexts.ts';
import styles from '#shared/form/FormPage.module.css';
import { useSession } from '#shared/lib/account/useSession.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths, redirects } from '#shared/lib/pages/paths.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { PageHeader } from '#shared/ui/PageHeader.tsx';

/** `/login` (product.md 2.2.C). After login the learner goes to the page they wanted, otherwise home. */
export function Component() {
  const navigate = useNavigate();
  const { state } = useSession();
  const { state: connection, isCaptive } = useConnectivity();
  const [wanted, setWanted] = useState<string | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);

  // Not in the prerendered page, which knows no visitor.
  useLayoutEffect(() => setWanted(redirectTarget.peek()), []);

  const handleDone = () => {
    setIsLeaving(true);
    blueAlert.show(sessionTexts.loggedIn);
    void navigate(redirectTarget.take() ?? redirects.home, { replace: true });
  };

  return (
    <div className={styles.page}>
      <PageHeader title={texts.title} inShell={false} lead={loginReason(wanted)} />
      {connection === 'offline' && (
        <p className={styles.note}>{isCaptive ? controlTexts.captive : texts.offline}</p>
      )}
      {state === 'in' && !isLeaving && (
        <div className={styles.note}>
          <p>{texts.alreadyIn}</p>
          <ActionLink to={paths.mypage()}>
            {connection === 'online' ? texts.toMypage : texts.toStored}
          </ActionLink>
        </div>
      )}
      <LoginForm onDone={handleDone} />
      <nav className={styles.ways} aria-label={texts.ways}>
        <Link to={paths.password()}>{texts.forgot}</Link>
        <ActionLink to={paths.signup()}>{texts.signup}</ActionLink>
      </nav>
    </div>
  );
}
