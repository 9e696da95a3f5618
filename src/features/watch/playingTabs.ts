/** Messages between the players in the tabs of one browser. */
type Message =
  /** A player began to play, so the others stop: one learner hears one video. */
  | { type: 'plays'; tab: string }
  /** The server says that another device has taken the playing session over. */
  | { type: 'lost'; session: string };

let tab: string | null = null;
/** Made when it is needed: plain http has no `randomUUID`, and this stands in a file that every member page loads. */
function ownTab(): string {
  tab ??= crypto.randomUUID();
  return tab;
}
const open = () => (typeof BroadcastChannel === 'function' ? new BroadcastChannel('playing') : null);
let voice: BroadcastChannel | null | undefined;

function tell(message: Message): void {
  voice ??= open();
  voice?.postMessage(message);
}

/** Tells the other tabs that this one plays now. */
export function tellPlaying(): void {
  tell({ type: 'plays', tab: ownTab() });
}

/**
 * Tells every player, including the one in this tab, that its session was taken over. All need it, because only one tab
 * sends the queue and sees the server's answer.
 */
export function tellSessionLost(session: string): void {
  tell({ type: 'lost', session });
}

/** Calls back when another tab begins to play and when a playing session was lost; returns how to stop. */
export function watchPlayingTabs(on: {
  otherPlays: () => void;
  lost: (session: string) => void;
}): () => void {
  const ear = open();
  if (!ear) return () => undefined;
  ear.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'plays' && data.tab !== ownTab()) on.otherPlays();
    if (data.type === 'lost') on.lost(data.session);
  };
  return () => ear.close();
}
