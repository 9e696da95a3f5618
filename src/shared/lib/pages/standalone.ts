/**
 * Whether the app runs in its own window from the home screen, without a browser's back button and address bar. Old
 * iPhones have a different property for it.
 */
export function isStandalone(): boolean {
  const isApple = (navigator as Navigator & { standalone?: boolean }).standalone === true;
  return isApple || matchMedia('(display-mode: standalone)').matches;
}

/** Whether there is a page of the app to go back to. The router counts its history entries. */
export function hasHistory(): boolean {
  const { idx } = (history.state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' && idx > 0;
}
