import { IconCheck } from '@tabler/icons-react';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { SignupForm } from '#features/auth/signup/components/SignupForm.tsx';
import { texts } from '#features/auth/signup/texts.ts';
import { cameFrom } from '#features/site/cameFrom.ts';
import styles from '#shared/form/FormPage.module.css';
import { FormPage } from '#shared/form/FormPage.tsx';
import { paths } from '#shared/lib/pages/paths.ts';

/** `/signup` (product.md 2.2.C). `?campaign=` names the campaign that led here, directly or over other pages. */
export function Component() {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (
    <FormPage title={texts.title}>
      <ul className={styles.values} aria-label={texts.valuesLabel}>
        {texts.values.map((value) => (
          <li key={value}>
            <IconCheck size={20} aria-hidden="true" />
            {value}
          </li>
        ))}
      </ul>
      <SignupForm
        campaign={query.get('campaign') ?? cameFrom.read()}
        onDone={() => void navigate(paths.signupVerify())}
      />
      <p className={styles.other}>
        {texts.hasAccount} <Link to={paths.login()}>{texts.login}</Link>
      </p>
    </FormPage>
  );
}
