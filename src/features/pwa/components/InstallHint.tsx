import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { useStored } from '#shared/lib/db/useStored.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { Logo } from '#shared/ui/Logo.tsx';
import { dismissHint, hasBenefit, isHintDismissed, isWorthAHint } from '../installHint.ts';
import { install, isInstallOffered } from '../installPrompt.ts';
import { installTexts as texts } from '../installTexts.ts';
import { readPlatform } from '../platform.ts';
import styles from './InstallHint.module.css';
import { InstallSheet } from './InstallSheet.tsx';

/** User Timing mark: from now on the hint is on screen, or will not appear by itself. */
const decidedMark = 'install-hint-decided';

function Actions(props: { isOffered: boolean; onGuide: () => void; onLater: () => void }) {
  const { isOffered, onGuide, onLater } = props;
  return (
    <div className={styles.actions}>
      <ActionButton look="primary" onClick={isOffered ? () => void install() : onGuide}>
        {isOffered ? texts.install : texts.how}
      </ActionButton>
      <ActionButton look="quiet" onClick={onLater}>
        {texts.later}
      </ActionButton>
    </div>
  );
}

/**
 * A card that offers the home screen, once the app has been useful. It is not shown in the installed app, nor for a
 * month after it was closed. It lies over the end of the page, so nothing moves when it appears.
 */
export function InstallHint() {
  const isOffered = useObservable(isInstallOffered);
  const [platform] = useState(readPlatform);
  const [isAway, setAway] = useState(isHintDismissed);
  const [isGuideOpen, setGuideOpen] = useState(false);
  const isUseful = useStored(() => hasBenefit(currentDb()).catch(() => false), []);
  const isDecided = isAway || isUseful !== undefined;
  useEffect(() => {
    if (isDecided) performance.mark(decidedMark);
  }, [isDecided]);
  if (isAway || !isUseful || !isWorthAHint(platform, isOffered)) return null;
  const dismiss = () => {
    dismissHint();
    setAway(true);
  };
  return (
    <section
      className={styles.hint}
      aria-labelledby="install-hint"
      data-testid="install-hint"
      data-print="hide"
    >
      <Logo mark={true} />
      <div className={styles.words}>
        <h2 className={styles.title} id="install-hint">
          {texts.hintTitle}
        </h2>
        <p className={styles.body}>{texts.hintBody}</p>
      </div>
      <button type="button" className={styles.close} aria-label={texts.close} onClick={dismiss}>
        <IconX size={20} aria-hidden="true" />
      </button>
      <Actions isOffered={isOffered} onGuide={() => setGuideOpen(true)} onLater={dismiss} />
      {isGuideOpen && <InstallSheet onClose={() => setGuideOpen(false)} />}
    </section>
  );
}
