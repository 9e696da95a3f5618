import { IconPlayerPlayFilled } from '@tabler/icons-react';
import { type RefObject, useEffect, useState } from 'react';
import type { CourseDetail } from '#contracts/catalogue.ts';
import { CaptionTracks } from '#shared/ui/CaptionTracks.tsx';
import { courseTexts } from '../courseTexts.ts';
import styles from './SampleVideo.module.css';

type Sample = NonNullable<CourseDetail['sample']>;

/**
 * The video of a sample behind one large button. The browser's own controls come with the first press: their many parts
 * take a slow phone as much time as half of the first view. Without scripts the browser shows them by itself.
 */
export function SampleVideo({
  ref,
  sample,
  address,
  poster,
  onError,
}: {
  ref: RefObject<HTMLVideoElement | null>;
  sample: Sample;
  /** What is played, which may be older than what the sample says. */
  address: string;
  poster: string | undefined;
  onError: () => void;
}) {
  const [isStarted, setStarted] = useState(false);
  const name = courseTexts.sampleVideo(sample.name);
  // The button is gone: whoever pressed it by keyboard goes on with the controls.
  useEffect(() => {
    if (isStarted) ref.current?.focus();
  }, [ref, isStarted]);

  const start = () => {
    setStarted(true);
    // A browser that wants a press of its own gets it by the controls; an error is told by the video itself.
    ref.current?.play().catch(() => undefined);
  };

  return (
    <div className={styles.stage}>
      {/* biome-ignore lint/a11y/useMediaCaption: the tracks below come from the lesson; lint knows only literal ones */}
      <video
        ref={ref}
        className={styles.video}
        src={address}
        aria-label={name}
        poster={poster}
        controls={isStarted}
        controlsList="nodownload"
        playsInline={true}
        preload="none"
        onError={onError}
      >
        <CaptionTracks captions={sample.video?.captions ?? []} />
      </video>
      {!isStarted && (
        <button
          type="button"
          className={styles.start}
          aria-label={courseTexts.playSample(sample.name)}
          onClick={start}
        >
          <span className={styles.sign}>
            <IconPlayerPlayFilled size={32} aria-hidden="true" />
          </span>
        </button>
      )}
    </div>
  );
}
