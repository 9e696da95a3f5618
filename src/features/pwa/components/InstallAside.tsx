import { useState } from 'react';
import styles from '#shared/form/FormPage.module.css';
import { ActionButton } from '#shared/ui/Action.tsx';
import { installTexts as texts } from '../installTexts.ts';
import { InstallSheet } from './InstallSheet.tsx';

/** The advantages of the home screen, at the end of a form, and how to install the app. */
export function InstallAside() {
  const [isOpen, setOpen] = useState(false);
  return (
    <aside className={styles.install} aria-label={texts.asideTitle}>
      <p>
        <strong>{texts.asideTitle}</strong>
        <br />
        {texts.asideBody}
      </p>
      <ActionButton onClick={() => setOpen(true)}>{texts.asideGuide}</ActionButton>
      {isOpen && <InstallSheet onClose={() => setOpen(false)} />}
    </aside>
  );
}
