import { FamilyVisit } from '#features/account/family/components/FamilyVisit.tsx';
import { texts } from '#features/account/family/texts.ts';
import { usePageName } from '#shared/ui/pageName.ts';
import { AuthPage } from '../auth/AuthPage.tsx';
import styles from './landing.module.css';

/** `/parent?view={token}`: what a learner shows their family, in place of the page for parents (product.md 2.2). */
export function FamilyPart({ token }: { token: string }) {
  usePageName(texts.report.title);
  return (
    <div className={styles.family}>
      <AuthPage title={texts.report.title}>
        <FamilyVisit token={token} key={token} />
      </AuthPage>
    </div>
  );
}
