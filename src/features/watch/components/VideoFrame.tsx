import type { ReactNode } from 'react';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { CaptionTracks } from '#shared/ui/CaptionTracks.tsx';
import { useAfter } from '#shared/ui/useAfter.ts';
import type { Player } from '../player.ts';
import { texts } from '../texts.ts';
import type { VideoAddresses } from '../useVideoSource.ts';
import overlay from './Overlay.module.css';
import styles from './VideoFrame.module.css';

/** A wait for data longer than this is announced, ms. */
const stallMs = 4_000;

/**
 * The browser's own video with its own controls, in 16:9; `children` lie over it. The hooks around the player set the
 * source, not this component: the element stays when the address changes.
 */
export function VideoFrame({
  player,
  name,
  video,
  flash,
  children,
}: {
  player: Player;
  name: string;
  video: VideoAddresses;
  /** A message about the last key command. */
  flash: string;
  children: ReactNode;
}) {
  const { isWaiting } = useObservable(player.state);
  return (
    <div className={styles.frame}>
      {/* biome-ignore lint/a11y/useMediaCaption: the tracks below come from the lesson; lint knows only literal ones */}
      <video
        ref={player.attach}
        className={styles.video}
        aria-label={texts.player(name)}
        poster={video.poster ?? undefined}
        controls={true}
        controlsList="nodownload"
        playsInline={true}
        preload="metadata"
      >
        <CaptionTracks captions={video.captions} />
      </video>
      <p className={overlay.flash} role="status">
        {flash}
      </p>
      {isWaiting && <Stalled />}
      {children}
    </div>
  );
}

function Stalled() {
  const isLong = useAfter(stallMs);
  return (
    <p className={overlay.flash} role="status">
      {isLong && texts.waiting}
    </p>
  );
}
