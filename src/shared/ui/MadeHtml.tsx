import type { ReactNode } from 'react';
import styles from './SafeHtml.module.css';
import { useIsMade } from './useIsMade.ts';

/** In the browser React leaves what stands there; an empty text that every policy of the page allows says so. */
const standing = {
  __html: (globalThis as { trustedTypes?: { emptyHTML: unknown } }).trustedTypes?.emptyHTML ?? '',
} as { __html: string };

/**
 * What an element holds in a page that the server makes (app/prerender): text of its own, which it has cleaned
 * (contracts/cms.ts). Nothing anywhere else.
 */
export function madeHtml(html: string) {
  return {
    dangerouslySetInnerHTML: typeof document === 'undefined' ? { __html: html } : standing,
    suppressHydrationWarning: true,
  };
}

/** Running text of a page that the server has made, until what cleans it on this device has come. */
export function MadeHtml({ html, otherwise }: { html: string; otherwise: ReactNode }) {
  return useIsMade() ? <div className={styles.text} {...madeHtml(html)} /> : otherwise;
}
