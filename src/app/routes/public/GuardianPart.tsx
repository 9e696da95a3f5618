import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { texts } from '#features/account/guardian/texts.ts';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { Section } from '#shared/ui/landing/Section.tsx';

const load = loadAgain(() => import('#features/account/guardian/components/GuardianConfirm.tsx'));

/**
 * The request to a guardian, above the page for parents: the mail leads to `/parent?confirm={token}`. The prerendered
 * page does not contain it, so it is added after the first render.
 */
export function GuardianPart() {
  const { search } = useLocation();
  const [token, setToken] = useState<string | null>(null);
  useEffect(() => setToken(new URLSearchParams(search).get('confirm')), [search]);
  if (!token) return null;
  return (
    <Section heading={texts.title}>
      <div className={styles.guardian}>
        <LatePart load={load} waiting={<p role="status">{texts.checking}</p>}>
          {({ GuardianConfirm }) => <GuardianConfirm token={token} key={token} />}
        </LatePart>
      </div>
    </Section>
  );
}
