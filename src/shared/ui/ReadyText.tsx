import type { ReactNode } from 'react';
import styles from './SafeHtml.module.css';
import { useIsTakenOver } from './useIsTakenOver.ts';

/** In the browser React leaves what stands there; an empty text that every policy of the page allows says so. */
const standing = {
  __html: (globalThis as { trustedTypes?: { emptyHTML: unknown } }).trustedTypes?.emptyHTML ?? '',
} as { __html: string };

/**
 * What an element holds in a served page (app/prerender): text of its own, which it has cleaned
 * (contracts/cms.ts). Nothing anywhere else.
 */
export function readyHtml(html: string) {
  return {
    dangerouslySetInnerHTML: typeof document === 'undefined' ? { __html: html } : standing,
    suppressHydrationWarning: true,
  };
}

/** Running text of a served page, until what cleans it on this device has come. */
export function ReadyText({ html, otherwise }: { html: string; otherwise: ReactNode }) {
  return useIsTakenOver() ? <div className={styles.text} {...readyHtml(html)} /> : otherwise;
}
