import { IconCheck, IconCircle } from '@tabler/icons-react';
import { judgePassword } from './newPassword.ts';
import styles from './PasswordRules.module.css';
import { formTexts } from './texts.ts';

const { rules: texts } = formTexts;

/**
 * The rules for a new password, ticked while it is typed. It does not rate the strength: the server judges that better.
 */
export function PasswordRules({ password }: { password: string }) {
  const judged = judgePassword(password);
  const lines = [
    { text: texts.length, isMet: judged.length },
    { text: texts.letter, isMet: judged.letter },
    { text: texts.digit, isMet: judged.digit },
    { text: texts.long, isMet: judged.isLong },
  ];
  return (
    <ul className={styles.rules} aria-label={texts.title}>
      {lines.map(({ text, isMet }) => (
        <li key={text} className={styles.rule} data-met={isMet}>
          {isMet ? <IconCheck size={18} aria-hidden="true" /> : <IconCircle size={18} aria-hidden="true" />}
          {text}
          <span className="visually-hidden">{isMet ? texts.met : texts.unmet}</span>
        </li>
      ))}
    </ul>
  );
}
