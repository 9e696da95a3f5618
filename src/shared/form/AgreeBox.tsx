import { Link } from 'react-router-dom';
import { paths } from '#shared/lib/pages/paths.ts';
import styles from './Form.module.css';

const texts = {
  agree: '利用規約とプライバシーポリシーに同意します',
  eula: '利用規約',
  privacy: 'プライバシーポリシー',
  and: '・',
  newTab: '(新しいタブで開きます)',
} as const;

/** The checkbox under the terms. The terms open beside the form, so that typed passwords are not lost. */
export function AgreeBox({
  id,
  name = 'agree_terms',
  isChecked,
  error,
  onChange,
}: {
  id: string;
  name?: string;
  isChecked: boolean;
  error?: string;
  onChange: (isChecked: boolean) => void;
}) {
  return (
    <div className={styles.agree}>
      <label className={styles.keep}>
        <input
          id={id}
          type="checkbox"
          name={name}
          checked={isChecked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{texts.agree}</span>
      </label>
      <p className={styles.documents}>
        <Link to={paths.eula()} target="_blank">
          {texts.eula}
        </Link>
        {texts.and}
        <Link to={paths.privacy()} target="_blank">
          {texts.privacy}
        </Link>
        {texts.newTab}
      </p>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  );
}
