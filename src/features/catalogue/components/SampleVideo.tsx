import { IconPlayerPlayFilled } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { CourseDetail } from '#contracts/catalogue.ts';
import { CaptionTracks } from '#shared/ui/CaptionTracks.tsx';
import { courseTexts } from '../courseTexts.ts';
import styles from './SampleVideo.module.css';

type Sample = NonNullable<CourseDetail['sample']>;

/**
 * The video of a sample. Before it is wanted, there is only its picture with one large button: on a slow phone, a
 * player and its styles take as much time as half of the first view. Without scripts the player is there at once.
 */
export function SampleVideo({
  ref,
  sample,
  address,
  poster,
  isFirst,
  isStarted,
  onStart,
  onError,
}: {
  ref: RefObject<HTMLVideoElement | null>;
  sample: Sample;
  /** The address that is played; it may be older than the one in the sample. */
  address: string;
  poster: string | undefined;
  /** Whether it is in the first view of its page: then the picture is loaded without waiting for the layout. */
  isFirst: boolean;
  /** Whether the visitor has started it. */
  isStarted: boolean;
  onStart: () => void;
  onError: () => void;
}) {
  const start = () => {
    // Synchronously: browsers let a video begin only within the press.
    flushSync(onStart);
    // The button is gone, so the focus moves to the player's controls.
    ref.current?.focus();
    // If the browser wants its own press, its controls offer it; the video element itself reports errors.
    ref.current?.play().catch(() => undefined);
  };

  const video = (
    // biome-ignore lint/a11y/useMediaCaption: the tracks come from the lesson; lint knows only literal ones
    <video
      ref={ref}
      className={styles.video}
      src={address}
      aria-label={courseTexts.sampleVideo(sample.name)}
      poster={poster}
      controls={true}
      controlsList="nodownload"
      playsInline={true}
      preload="none"
      onError={onError}
    >
      <CaptionTracks captions={sample.video?.captions ?? []} />
    </video>
  );

  if (isStarted) return <div className={styles.stage}>{video}</div>;
  return (
    <div className={styles.stage}>
      <div className={styles.cover}>
        {poster && (
          <img
            className={styles.picture}
            src={poster}
            alt=""
            width={1280}
            height={720}
            loading={isFirst ? 'eager' : 'lazy'}
            decoding="async"
          />
        )}
        <button
          type="button"
          className={styles.start}
          aria-label={courseTexts.playSample(sample.name)}
          onClick={start}
        >
          <span className={styles.sign}>
            <IconPlayerPlayFilled className={styles.icon} aria-hidden="true" />
          </span>
        </button>
      </div>
      <noscript>{video}</noscript>
    </div>
  );
}
