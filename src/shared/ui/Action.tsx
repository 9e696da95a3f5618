import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import styles from './Action.module.css';

type Look = {
  /** `primary`: at most once per screen, `plain`: for the other buttons, `quiet`: without a frame. */
  look?: 'primary' | 'plain' | 'quiet';
  icon?: ReactNode;
  children: ReactNode;
};

function classOf(look: Look['look'], className?: string): string {
  return [styles.action, styles[look ?? 'plain'], className].filter(Boolean).join(' ');
}

/** A button for an action on this page. At least 44 px high (product.md 2.0.4). */
export function ActionButton({
  look,
  icon,
  children,
  className,
  ...rest
}: Look & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button type="button" {...rest} className={classOf(look, className)}>
      {icon}
      <span>{children}</span>
    </button>
  );
}

/** A link that looks like a button. A real `<a href>`, so it works before the script runs. */
export function ActionLink({ look, icon, children, className, ...rest }: Look & LinkProps) {
  return (
    <Link {...rest} className={classOf(look, className)}>
      {icon}
      <span>{children}</span>
    </Link>
  );
}
