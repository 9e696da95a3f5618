/**
 * Calls `tell` whenever the browser's permission for notifications may have changed: on the browser's own event, and
 * when the learner comes back from the settings, for browsers without that event (product.md 0.2.9). Returns how to
 * stop.
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

/** Some browsers lack this API or do not know this name: they reject, and only the learner's return is noticed. */
async function followStatus(look: () => void, signal: AbortSignal): Promise<void> {
  const status = await navigator.permissions?.query({ name: 'notifications' });
  status?.addEventListener('change', look, { signal });
  // It may have changed before the listener was added.
  if (!signal.aborted) look();
}
