import { useEffect, useState } from 'react';
import type { ReviewCard, ReviewTrack } from '#contracts/review.ts';
import { BroadcastScripts } from '#shared/exam/BroadcastScripts.tsx';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { dropFile, fileOf } from '../files.ts';
import { texts } from '../texts.ts';
import styles from './Review.module.css';

/** `away`: not on this device, and there is no network. */
type Sound = { kind: 'loading' | 'away' | 'failed' } | { kind: 'ready'; src: string };

/** Loads the sound of a card; after an outage, again. `null`: this learner reads instead. */
function useSound(card: ReviewCard, { file, is_read }: ReviewTrack) {
  const [sound, setSound] = useState<Sound>({ kind: 'loading' });
  const [tries, setTries] = useState(0);
  const { state } = useObservable(connectivity);
  const isOnline = state === 'online';
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads it once, whatever the network does meanwhile
  useEffect(() => {
    if (is_read) return;
    let release = () => {};
    let isGone = false;
    setSound({ kind: 'loading' });
    fileOf(card, file).then(
      (found) => {
        if (isGone) return found?.release();
        if (!found) return setSound({ kind: 'failed' });
        release = found.release;
        setSound({ kind: 'ready', src: found.src });
      },
      (error: unknown) => {
        console.warn('review: sound', error);
        if (!isGone) setSound({ kind: connectivity.get().state === 'online' ? 'failed' : 'away' });
      },
    );
    return () => {
      isGone = true;
      release();
    };
  }, [card.id, file, is_read, tries]);
  const again = () => setTries((before) => before + 1);
  const isMissing = sound.kind === 'away' || sound.kind === 'failed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again when the network is back, not at each failure
  useEffect(() => {
    if (isOnline && isMissing) again();
  }, [isOnline]);
  return {
    sound,
    again,
    /** The bytes cannot be played: kept ones would fail again. */
    broken: () => {
      setSound({ kind: 'failed' });
      void dropFile(card, file).catch((error: unknown) => console.warn('review: sound', error));
    },
  };
}

/**
 * What is heard for a card, with the browser's own controls. Its words follow with the answer; they come before it
 * where nothing can be heard (exams.md 6). `isOpen`: the question is still being answered.
 */
export function CardSound({
  card,
  track,
  isOpen,
}: {
  card: ReviewCard;
  track: ReviewTrack;
  isOpen: boolean;
}) {
  const { sound, again, broken } = useSound(card, track);
  const isMissing = track.is_read || sound.kind === 'away' || sound.kind === 'failed';
  const { script, translation } = track;
  return (
    <section
      className={styles.sound}
      aria-label={texts.sound}
      data-testid="review-sound"
      data-state={track.is_read ? 'read' : sound.kind}
    >
      {sound.kind === 'ready' && (
        // biome-ignore lint/a11y/useMediaCaption: captions would answer the question; the script follows with the answer
        <audio controls preload="metadata" src={sound.src} aria-label={texts.sound} onError={broken} />
      )}
      {/* Always there, so that a change in it is read out. */}
      <p role="status" className={styles.soundState}>
        {wordsOf(track.is_read, sound, script !== '')}
      </p>
      {!track.is_read && sound.kind === 'failed' && (
        <ActionButton look="quiet" onClick={again}>
          {texts.soundAgain}
        </ActionButton>
      )}
      {script !== '' && (isMissing || !isOpen) && (
        <BroadcastScripts
          tracks={[{ id: card.id, script, translation: isOpen ? '' : translation }]}
          isOpen={track.is_read}
        />
      )}
    </section>
  );
}

function wordsOf(isRead: boolean, { kind }: Sound, hasScript: boolean): string {
  if (isRead) return texts.soundRead;
  if (kind === 'ready') return '';
  if (kind === 'loading') return texts.soundLoading;
  return texts[kind === 'away' ? 'soundAway' : 'soundFailed'] + (hasScript ? texts.soundScript : '');
}
