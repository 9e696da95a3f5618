import { IconRefresh } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import type { CourseDetail } from '#contracts/catalogue.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { texts as states } from '#shared/ui/texts.ts';
import { courseTexts } from '../courseTexts.ts';
import styles from './SampleLesson.module.css';
import { SampleVideo } from './SampleVideo.tsx';

type Sample = NonNullable<CourseDetail['sample']>;

/** Fragment for links to the sample of a page. */
export const sampleId = 'sample';

/**
 * The free lesson (product.md 2.2.A). Its addresses are signed for an hour. A playing video keeps its address; a failed
 * one is replaced by the newest. `onReload` asks the server for new ones.
 *
 * In the first view of a phone it is a small picture beside its name until it is played. So the topic and the price of
 * the course have room there, and no picture is the largest element that a slow line has to load (performance.md). The
 * page then shows the boards itself, further down.
 */
export function SampleLesson({
  sample,
  poster,
  isFirst = false,
  onReload,
}: {
  sample: Sample;
  poster: string | null;
  /** Whether it is in the first view of its page. */
  isFirst?: boolean;
  onReload: () => void;
}) {
  const latest = sample.video?.mp4_url ?? '';
  const [address, setAddress] = useState(latest);
  const [failed, setFailed] = useState('');
  const [isStarted, setStarted] = useState(false);
  const video = useRef<HTMLVideoElement>(null);
  const hasFailed = failed === address;
  // If there is a newer address than the failed one, it is tried automatically.
  if (hasFailed && latest !== address) setAddress(latest);

  const tryAgain = () => {
    onReload();
    setFailed('');
    video.current?.load();
  };

  if (!sample.video) return null;
  return (
    <section id={sampleId} className={styles.sample} aria-labelledby="sample-heading">
      <div className={styles.head}>
        <h2 id="sample-heading" className={styles.heading}>
          {courseTexts.sampleHeading}
        </h2>
        <p className={styles.lead}>{courseTexts.sampleLead}</p>
      </div>
      <div className={isFirst && !isStarted ? styles.small : undefined}>
        <SampleVideo
          ref={video}
          sample={sample}
          address={address}
          poster={sample.video.poster ?? poster ?? undefined}
          isFirst={isFirst}
          isStarted={isStarted}
          onStart={() => setStarted(true)}
          onError={() => setFailed(address)}
        />
        <div>
          <p className={styles.name}>{sample.name}</p>
          {sample.goal && <p className={styles.goal}>{sample.goal}</p>}
        </div>
      </div>
      {hasFailed && (
        <div className={styles.trouble} role="alert">
          <p>{courseTexts.sampleFailed}</p>
          <ActionButton icon={<IconRefresh size={20} aria-hidden="true" />} onClick={tryAgain}>
            {states.retry}
          </ActionButton>
        </div>
      )}
      {!isFirst && sample.whiteboards.length > 0 && (
        <>
          <h3 className={styles.boardsHeading}>{courseTexts.boards}</h3>
          <BoardRow boards={sample.whiteboards} />
        </>
      )}
    </section>
  );
}

/** The boards of a sample, as a separate section of the page. */
export function SampleBoards({ sample }: { sample: Sample | null }) {
  if (!sample?.video || sample.whiteboards.length === 0) return null;
  return (
    <section aria-labelledby="boards-heading" data-below="">
      <h2 id="boards-heading" className={styles.heading}>
        {courseTexts.sampleBoards}
      </h2>
      <BoardRow boards={sample.whiteboards} />
    </section>
  );
}

/** The boards of the sample, in the order of the lesson; they scroll sideways. */
function BoardRow({ boards }: { boards: Sample['whiteboards'] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <ul className={styles.row} tabIndex={0} aria-label={courseTexts.boards}>
      {boards.map(({ id, url, alt }) => (
        <li key={id}>
          <img
            className={styles.board}
            src={url}
            alt={alt}
            width={320}
            height={180}
            loading="lazy"
            decoding="async"
          />
        </li>
      ))}
    </ul>
  );
}
