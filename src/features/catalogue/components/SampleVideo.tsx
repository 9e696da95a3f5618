import { IconPlayerPlayFilled } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { flushSync } from 'react-dom';
import type { CourseDetail } from '#contracts/catalogue.ts';
import { CaptionTracks } from '#shared/ui/CaptionTracks.tsx';
import { courseTexts } from '../courseTexts.ts';
import styles from './SampleVideo.module.css';

type Sample = NonNullable<CourseDetail['sample']>;

/**
 * The video of a sample. Until it is wanted there is its picture behind one large button: the parts of a player and
 * their style take a slow phone as much time as half of the first view. Without scripts the player stands there at once.
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
  /** What is played, which may be older than what the sample says. */
  address: string;
  poster: string | undefined;
  /** Whether it is in the first view of its page: then the picture does not wait for the layout. */
  isFirst: boolean;
  /** Whether it has been asked for. */
  isStarted: boolean;
  onStart: () => void;
  onError: () => void;
}) {
  const start = () => {
    // At once: browsers let a video begin within the press only.
    flushSync(onStart);
    // The button is gone: whoever pressed it by keyboard goes on with the controls.
    ref.current?.focus();
    // A browser that wants a press of its own gets it by the controls; an error is told by the video itself.
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
