/**
 * Whether the app runs in a window of its own, from the home screen: there is no browser around it, so no back button
 * and no address bar. Old iPhones say it in their own way.
 */
export function isStandalone(): boolean {
  const isApple = (navigator as Navigator & { standalone?: boolean }).standalone === true;
  return isApple || matchMedia('(display-mode: standalone)').matches;
}

/** Whether there is a page of the app to go back to. The router counts the entries it has made. */
export function hasHistory(): boolean {
  const { idx } = (history.state ?? {}) as { idx?: unknown };
  return typeof idx === 'number' && idx > 0;
}
