import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { ProfileStep } from '#features/account/profile/components/ProfileStep.tsx';
import { texts } from '#features/account/profile/texts.ts';
import { InstallAside } from '#features/pwa/components/InstallAside.tsx';
import { FormPage } from '#shared/form/FormPage.tsx';
import { LoginFirst } from '#shared/form/LoginFirst.tsx';
import { formTexts } from '#shared/form/texts.ts';
import { useSession } from '#shared/lib/account/useSession.ts';
import { useIsHere } from '#shared/lib/loading/useIsHere.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { redirects } from '#shared/lib/pages/paths.ts';
import { isStandalone } from '#shared/lib/pages/standalone.ts';
import { redirectTarget } from '#shared/lib/session/redirectTarget.ts';
import { enterMemberArea } from '../../memberArea.ts';
import { MorePlaces } from '../../shell/MorePlaces.tsx';

const waiting = <p role="status">{formTexts.checkingSession}</p>;

/** `/signup/complete` (product.md 2.2.C). Afterwards the learner goes to the page they wanted, otherwise home. */
export function Component() {
  const navigate = useNavigate();
  const { state, user } = useSession();
  const isHere = useIsHere();
  useEffect(enterMemberArea, []);
  if (!isHere || state === 'pending') return <FormPage title={texts.title}>{waiting}</FormPage>;
  const handleSaved = ({ isGuardianAsked }: { isGuardianAsked: boolean }) => {
    blueAlert.show(isGuardianAsked ? texts.savedAndAsked : texts.saved);
    void navigate(redirectTarget.take() ?? redirects.home, { replace: true });
  };
  return (
    <FormPage title={texts.title} lead={user && !user.profile_completed ? texts.lead : texts.leadAgain}>
      {user ? (
        <>
          <ProfileStep userId={user.id} key={user.id} onSaved={handleSaved} />
          {!isStandalone() && <InstallAside />}
          <MorePlaces />
        </>
      ) : (
        <LoginFirst>{texts.needsLoginBody}</LoginFirst>
      )}
    </FormPage>
  );
}
