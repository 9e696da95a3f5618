import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { ChangeForm } from '#features/account/password/components/ChangeForm.tsx';
import { texts } from '#features/account/password/texts.ts';
import { useLogout } from '#features/sync-status/useLogout.tsx';
import styles from '#shared/form/FormPage.module.css';
import { FormPage } from '#shared/form/FormPage.tsx';
import { LoginFirst } from '#shared/form/LoginFirst.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths, redirects } from '#shared/lib/pages/paths.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { MorePlaces } from '../../shell/MorePlaces.tsx';

const waiting = <p role="status">{formTexts.checkingSession}</p>;

/** `/login/password/change` (product.md 2.2.C): by choice, or required first when `must_change_password` is set. */
export function Component() {
  const navigate = useNavigate();
  const { state, user } = useSession();
  const logout = useLogout();
  const isHere = useIsHere();
  const isOnline = useConnectivity().state === 'online';
  const [isForced, setForced] = useState<boolean | null>(null);
  if (user && isForced === null) setForced(user.must_change_password);
  if (!isHere || state === 'pending') return <FormPage title={texts.title}>{waiting}</FormPage>;
  const handleDone = () => {
    blueAlert.show(texts.changed);
    const target = isForced ? (redirectTarget.take() ?? redirects.home) : paths.settings();
    void navigate(target, { replace: true });
  };
  if (!user) {
    return (
      <FormPage title={texts.title}>
        <LoginFirst>{texts.needsLogin}</LoginFirst>
      </FormPage>
    );
  }
  return (
    <FormPage title={texts.title} lead={isForced ? texts.forcedLead : texts.lead}>
      <ChangeForm onDone={handleDone} />
      <div className={styles.ways}>
        {!isOnline && <ActionLink to={paths.course()}>{texts.toStored}</ActionLink>}
        {isForced ? (
          <ActionButton onClick={logout.start} disabled={logout.isBusy}>
            {texts.logout}
          </ActionButton>
        ) : (
          <ActionLink to={paths.settings()}>{texts.toSettings}</ActionLink>
        )}
      </div>
      {logout.dialog}
      <MorePlaces />
    </FormPage>
  );
}
