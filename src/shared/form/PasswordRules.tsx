import { IconCheck, IconCircle } from '@tabler/icons-react';
import { judgePassword } from './newPassword.ts';
import styles from './PasswordRules.module.css';
import { formTexts } from './texts.ts';

const { rules: texts } = formTexts;

/** What a new password must have, ticked off while it is typed. No promise of strength: the server guesses better. */
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
