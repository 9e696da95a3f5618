import type { ReactNode } from 'react';
import styles from './SafeHtml.module.css';
import { useIsTakenOver } from './useIsTakenOver.ts';

/**
 * During hydration React keeps the existing content. This is requested by an empty HTML text that every policy of the
 * page allows.
 */
const standing = {
  __html: (globalThis as { trustedTypes?: { emptyHTML: unknown } }).trustedTypes?.emptyHTML ?? '',
} as { __html: string };

/**
 * HTML of an element in a served page (app/prerender): only text that the server itself has cleaned (contracts/cms.ts).
 * Empty everywhere else.
 */
export function readyHtml(html: string) {
  return {
    dangerouslySetInnerHTML: typeof document === 'undefined' ? { __html: html } : standing,
    suppressHydrationWarning: true,
  };
}

/** Running text of a served page, shown until the code that cleans it on this device is loaded. */
export function ReadyText({ html, otherwise }: { html: string; otherwise: ReactNode }) {
  return useIsTakenOver() ? <div className={styles.text} {...readyHtml(html)} /> : otherwise;
}
