import { type ComponentProps, useState } from 'react';
import { controlTexts as texts } from './controlTexts.ts';
import { Field } from './Field.tsx';
import styles from './Form.module.css';
import { useCapsLock } from './useCapsLock.ts';

/** A password field, hidden unless the learner shows it, with a note about Caps Lock. */
export function PasswordField({
  label = texts.password,
  autoComplete = 'current-password',
  ...props
}: Omit<ComponentProps<typeof Field>, 'children' | 'hint' | 'type' | 'label' | 'tag'> & {
  label?: string;
  autoComplete?: 'current-password' | 'new-password';
}) {
  const [isShown, setIsShown] = useState(false);
  const { isOn, handlers } = useCapsLock();
  return (
    <Field
      {...props}
      {...handlers}
      onBlur={(event) => {
        handlers.onBlur();
        props.onBlur?.(event);
      }}
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete={autoComplete}
      autoCapitalize="none"
      spellCheck={false}
      required
      hint={isOn ? texts.capsLock : undefined}
    >
      <button
        type="button"
        className={styles.reveal}
        aria-controls={props.id}
        onClick={() => setIsShown(!isShown)}
      >
        {isShown ? texts.hidePassword : texts.showPassword}
      </button>
    </Field>
  );
}
