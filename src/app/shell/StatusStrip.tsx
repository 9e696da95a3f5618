import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { useOutboxCounts } from '#shared/lib/outbox/counts.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useConnectivity } from '#shared/lib/transport/useConnectivity.ts';
import { networkQuery } from '#shared/lib/worker/networkQuery.ts';
import styles from './StatusStrip.module.css';
import { type StripState, stripState } from './stripState.ts';
import { texts } from './stripTexts.ts';

/**
 * An address that bypasses the worker, so that the login page of the Wi-Fi can answer; after the login it leads to the
 * app (offline.md 3.35).
 */
const wifiLogin = `${paths.home()}?${networkQuery}`;
/** Changes that wait longer than this are mentioned, in milliseconds. */
const lateMs = 5000;
/** How long 「すべて送信しました。」 stays, in milliseconds. */
const sentMs = 4000;

type Story = 'quiet' | 'late' | 'sent';

/** Whether the queue has something to report: changes are late, or were just sent after being late. */
function useQueueStory(isWaiting: boolean, isAway: boolean): Story {
  const [story, setStory] = useState<Story>('quiet');
  if (isWaiting && isAway && story !== 'late') setStory('late');
  if (!isWaiting && story === 'late') setStory('sent');
  useEffect(() => {
    if (isWaiting) {
      const timer = setTimeout(() => setStory('late'), lateMs);
      return () => clearTimeout(timer);
    }
    if (story !== 'sent') return;
    const timer = setTimeout(() => setStory('quiet'), sentMs);
    return () => clearTimeout(timer);
  }, [isWaiting, story]);
  return story;
}

function wordsOf({ kind, count }: Exclude<StripState, null>): string[] {
  if (kind === 'sent') return [texts.sent];
  if (kind === 'unsent') return [texts.unsent(count)];
  return count > 0 ? [texts[kind], texts.unsentAway(count)] : [texts[kind]];
}

/** Reserves the height of the strip at the end of the page, and below floating elements. */
function keepRoom(strip: HTMLDivElement): () => void {
  const root = document.documentElement;
  const watcher = new ResizeObserver(() => {
    root.style.setProperty('--kn-strip', `${strip.offsetHeight}px`);
  });
  watcher.observe(strip);
  return () => {
    watcher.disconnect();
    root.style.removeProperty('--kn-strip');
  };
}

/**
 * The thin strip at the lower edge of the screen, there only when there is something to say (product.md 2.0.1).
 */
export function StatusStrip() {
  const { state, isCaptive } = useConnectivity();
  const { waiting, refused } = useOutboxCounts();
  const story = useQueueStory(waiting > 0, state !== 'online');
  const connection = isCaptive ? 'captive' : state;
  const strip = stripState({
    connection,
    waiting,
    isLate: story === 'late',
    isJustSent: story === 'sent' && refused === 0,
  });
  return (
    <div role="status" className={styles.region} data-print="hide">
      {strip && (
        <div ref={keepRoom} className={styles.strip} data-kind={strip.kind} data-testid="status-strip">
          {wordsOf(strip).map((sentence) => (
            <span key={sentence} className={styles.sentence}>
              {sentence}{' '}
            </span>
          ))}
          {strip.kind === 'captive' && (
            <a className={styles.way} href={wifiLogin} target="_blank" rel="noreferrer">
              {texts.openWifiLogin}
            </a>
          )}
          {strip.count > 0 && (
            <Link className={styles.way} to={paths.sync()}>
              {texts.unsentMore}
            </Link>
          )}
        </div>
      )}
    </div>
  );
}
