/** What tabs tell each other about the session; storage stays the truth (session.md 14.3). */
export type SessionNews = 'changed' | 'logout' | 'expired' | 'unauthorized' | 'replaced';

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('auth') : null;

/** Tells the other tabs that the stored session changed, and why. */
export function announce(news: SessionNews): void {
  channel?.postMessage(news);
}

/** Hears the news of other tabs. */
export function onNews(listener: (news: SessionNews) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<SessionNews>) => listener(event.data));
}
