/** Messages between tabs about the session; storage remains the truth (session.md 14.3). */
export type SessionNews = 'changed' | 'logout' | 'expired' | 'unauthorized' | 'replaced';

const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel('auth') : null;

/** Tells the other tabs that the stored session changed, and why. */
export function announce(news: SessionNews): void {
  channel?.postMessage(news);
}

/** Receives the messages of other tabs. */
export function onNews(listener: (news: SessionNews) => void): void {
  channel?.addEventListener('message', (event: MessageEvent<SessionNews>) => listener(event.data));
}
