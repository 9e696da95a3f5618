import { IconChevronLeft } from '@tabler/icons-react';
import { useSyncExternalStore } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { hasHistory, isStandalone } from '#shared/lib/pages/standalone.ts';
import styles from './Header.module.css';
import type { Crumb } from './navigation.ts';
import { texts } from './texts.ts';

const never = () => () => undefined;

/** Whether the app needs its own back button. A prerendered page cannot know this. */
function useOwnBack(): boolean {
  return useSyncExternalStore(
    never,
    () => isStandalone() && hasHistory(),
    () => false,
  );
}

/**
 * The back button. In an installed app without browser controls it goes back in the history, on every page with a
 * history. Otherwise, on a phone, it links to the parent page.
 */
export function Back({ trail }: { trail: Crumb[] }) {
  const navigate = useNavigate();
  const isOwn = useOwnBack();
  const parent = trail.length > 2 ? trail.at(-2) : undefined;
  const icon = <IconChevronLeft size={26} aria-hidden="true" />;
  if (trail.length > 0 && isOwn) {
    const back = () => void navigate(-1);
    return (
      <button type="button" className={styles.back} data-own="" aria-label={texts.backOwn} onClick={back}>
        {icon}
      </button>
    );
  }
  if (!parent?.to) return null;
  return (
    <Link to={parent.to} className={styles.back} aria-label={texts.back(parent.title)}>
      {icon}
    </Link>
  );
}
