/**
 * Calls `tell` whenever the browser's permission for notifications may be another one: at its own word where it gives
 * one, and when the learner comes back from the settings, for browsers that say nothing (product.md 0.2.9). Returns how
 * to stop.
 */
export function watchPermission(tell: (permission: NotificationPermission) => void): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  const look = () => tell(Notification.permission);
  document.addEventListener('visibilitychange', look, { signal });
  for (const type of ['focus', 'pageshow']) window.addEventListener(type, look, { signal });
  followStatus(look, signal).catch(() => undefined);
  return () => stop.abort();
}

/** Some browsers have no such interface, or do not know this name: they reject, and the learner's return tells. */
async function followStatus(look: () => void, signal: AbortSignal): Promise<void> {
  const status = await navigator.permissions?.query({ name: 'notifications' });
  status?.addEventListener('change', look, { signal });
  // It may have changed before somebody listened.
  if (!signal.aborted) look();
}
