import { onNews } from './channel.ts';
import { core } from './core.ts';
import { keyPrefix } from './storage.ts';
import { tokenKeys, tokens } from './tokens.ts';

/** What to do when another tab changed the stored session (session.md 14.3). */
export type TabHandlers = { onRemoved: () => void; onReplaced: () => void };

/** `cookieStore` is missing in the type library of the DOM. */
type CookieEvents = { addEventListener: (type: 'change', listener: () => void) => void };

/**
 * Notices tokens that another tab removed or replaced: by the storage event, by messages of other tabs, by cookie
 * events where the browser has them, and when this tab becomes visible. There is no polling.
 */
export function watchTabs({ onRemoved, onReplaced }: TabHandlers): void {
  tokens.see();

  const look = () => {
    if (core.phase() === 'login' || core.phase() === 'logout') return;
    const former = tokens.known();
    tokens.see();
    if (tokens.known() === former) return;
    if (tokens.known() !== null) onReplaced();
    else if (core.get().state !== 'out') onRemoved();
  };

  addEventListener('storage', (event) => {
    if (event.key === null || event.key === keyPrefix + tokenKeys.access) look();
  });
  onNews(look);
  addEventListener('focus', look);
  addEventListener('pageshow', look);
  document.addEventListener('visibilitychange', look);
  const cookies = 'cookieStore' in globalThis ? (globalThis.cookieStore as CookieEvents | null) : null;
  cookies?.addEventListener('change', look);
}
