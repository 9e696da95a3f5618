import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { ActionLink } from '#shared/ui/Action.tsx';
import styles from './PublicMenu.module.css';
import { mainLinks, type PublicLink } from './publicLinks.ts';
import { texts } from './texts.ts';

/** Closes the menu on a tap or a focus elsewhere. */
function useLeaving(isOpen: boolean, menu: { current: HTMLDetailsElement | null }): void {
  useEffect(() => {
    if (!isOpen) return;
    const leave = ({ target }: Event) => {
      if (menu.current && target instanceof Node && !menu.current.contains(target)) menu.current.open = false;
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
    };
  }, [isOpen, menu]);
}

/**
 * The places of the public site on a phone. A native disclosure (`details`): it opens by finger and keyboard even
 * before the script is loaded. Escape or choosing a page closes it.
 */
export function PublicMenu({ pathname, ways }: { pathname: string; ways: readonly PublicLink[] }) {
  const menu = useRef<HTMLDetailsElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useLeaving(isOpen, menu);
  const close = () => {
    if (menu.current) menu.current.open = false;
  };
  const handleKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape' || !isOpen) return;
    close();
    menu.current?.querySelector('summary')?.focus();
  };
  return (
    <details
      ref={menu}
      className={styles.menu}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      onKeyDown={handleKey}
    >
      <summary className={styles.button} aria-label={texts.mainNav}>
        <span className={styles.sign} />
      </summary>
      <nav className={styles.panel} aria-label={texts.mainNav}>
        <ul className={styles.list}>
          {mainLinks.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                className={styles.link}
                aria-current={to === pathname ? 'page' : undefined}
                onClick={close}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
        {ways.map(({ to, label }) => (
          <ActionLink key={to} to={to} look="primary" className={styles.way} onClick={close}>
            {label}
          </ActionLink>
        ))}
      </nav>
    </details>
  );
}
