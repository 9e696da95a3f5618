import { FamilyVisit } from '#features/account/family/components/FamilyVisit.tsx';
import { texts } from '#features/account/family/texts.ts';
import { FormPage } from '#shared/form/FormPage.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { usePageName } from '#shared/ui/pageName.ts';

/** `/parent?view={token}`: what a learner shows their family, in place of the page for parents (product.md 2.2). */
export function FamilyPart({ token }: { token: string }) {
  usePageName(texts.report.title);
  return (
    <div className={styles.family}>
      <FormPage title={texts.report.title}>
        <FamilyVisit token={token} key={token} />
      </FormPage>
    </div>
  );
}
