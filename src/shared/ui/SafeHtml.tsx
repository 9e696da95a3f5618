import DOMPurify from 'dompurify';
import { type ElementType, useLayoutEffect, useRef } from 'react';
import { linkKind } from './linkKind.ts';
import { readyHtml } from './ReadyText.tsx';
import styles from './SafeHtml.module.css';
import { useIsTakenOver } from './useIsTakenOver.ts';

const options = {
  // Formulas draw root signs, arrows and braces as SVG paths.
  USE_PROFILES: { html: true, mathMl: true, svg: true },
  ADD_ATTR: ['target'],
  FORBID_TAGS: ['style', 'form', 'input', 'button', 'select', 'textarea', 'iframe', 'video', 'audio'],
  FORBID_ATTR: ['id', 'name', 'onerror', 'onload'],
};

/**
 * Cleans and inserts. DOMPurify parses with its own Trusted Types policy (`dompurify`) and returns nodes, so that no
 * HTML string of ours reaches the page.
 */
function insert(target: Element, html: string): void {
  const fragment = DOMPurify.sanitize(html, { ...options, RETURN_DOM_FRAGMENT: true });
  for (const link of fragment.querySelectorAll('a[href]')) {
    const kind = linkKind(link.getAttribute('href') ?? '', location.href);
    if (kind === 'app') continue;
    // A file is saved, never opened in the window of the installed app.
    if (kind === 'file') link.setAttribute('download', '');
    link.setAttribute('target', '_blank');
    link.setAttribute('rel', 'noopener noreferrer');
  }
  // A column header that is only a formula would have no name in words.
  for (const formula of fragment.querySelectorAll('th math')) formula.replaceWith(formula.textContent ?? '');
  // The empty corner of a table is not a column header.
  for (const corner of fragment.querySelectorAll('th:empty'))
    corner.replaceWith(document.createElement('td'));
  target.replaceChildren(fragment);
}

/**
 * Shows the server's text as HTML, cleaned again on this device, with the typography of running text. Links to other
 * sites open in a new window. Furigana follows `<html data-furigana>`.
 */
export function SafeHtml({
  html,
  as: Tag = 'div',
  className,
}: {
  html: string;
  as?: ElementType;
  className?: string;
}) {
  const host = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (host.current) insert(host.current, html);
  }, [html]);
  const made = useIsTakenOver() ? readyHtml(html) : null;
  return <Tag ref={host} className={className ? `${styles.text} ${className}` : styles.text} {...made} />;
}
