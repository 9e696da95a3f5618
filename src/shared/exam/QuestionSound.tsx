import { IconHeadphones } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { OpenFile } from '#shared/lib/exam/openFile.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { connectivity } from '#shared/lib/transport/connectivity.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import styles from './Sound.module.css';
import { texts } from './texts.ts';

/** Where a sound comes from: opens it (`null`: there is none), and drops a kept copy that cannot be played. */
export type SoundFile = { open: () => Promise<OpenFile | null>; drop: () => Promise<void> };

/** `waiting`: nobody has asked for it yet · `away`: not on this device, and there is no network. */
type Sound = { kind: 'waiting' | 'loading' | 'away' | 'failed' } | { kind: 'ready'; src: string };

/** Loads a sound: at once, and again after an outage; or each time the learner asks for it. */
function useSound(id: string, file: SoundFile | null, isOnTap: boolean) {
  const [sound, setSound] = useState<Sound>({ kind: isOnTap ? 'waiting' : 'loading' });
  const [tries, setTries] = useState(isOnTap ? 0 : 1);
  const { state } = useObservable(connectivity);
  const isOnline = state === 'online';
  const isRead = file === null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each try loads it once, whatever the network does meanwhile
  useEffect(() => {
    if (file === null || tries === 0) return;
    let release = () => {};
    let isGone = false;
    setSound({ kind: 'loading' });
    file.open().then(
      (found) => {
        if (isGone) return found?.release();
        if (!found) return setSound({ kind: 'failed' });
        release = found.release;
        setSound({ kind: 'ready', src: found.src });
      },
      (error: unknown) => {
        console.warn('exam: sound', error);
        if (!isGone) setSound({ kind: connectivity.get().state === 'online' ? 'failed' : 'away' });
      },
    );
    return () => {
      isGone = true;
      release();
    };
  }, [id, isRead, tries]);
  const again = () => setTries((before) => before + 1);
  const isMissing = sound.kind === 'away' || sound.kind === 'failed';
  // biome-ignore lint/correctness/useExhaustiveDependencies: tried again when the network is back, not at each failure
  useEffect(() => {
    // What the learner asks for plays at once: a sound that came by itself later would startle.
    if (isOnline && isMissing && !isOnTap) again();
  }, [isOnline]);
  return {
    sound,
    again,
    /** The bytes cannot be played: kept ones would fail again. */
    broken: () => {
      setSound({ kind: 'failed' });
      void file?.drop().catch((error: unknown) => console.warn('exam: sound', error));
    },
  };
}

/** What plays on this page: two sounds at once are none. */
let playing: HTMLAudioElement | null = null;

function playAlone(audio: HTMLAudioElement): void {
  if (playing !== audio) playing?.pause();
  playing = audio;
}

/**
 * What is heard for a question that was taken, with the browser's own controls and as often as the learner likes. `id`:
 * another one is another sound. `file` `null`: the learner reads instead of listening. `isOnTap`: it is loaded when the
 * learner asks for it, so that a page with many sounds loads none by itself.
 */
export function QuestionSound({
  id,
  label,
  file,
  isOnTap = false,
  testId,
  words = { read: '', missing: '' },
  children,
}: {
  id: string;
  label: string;
  file: SoundFile | null;
  isOnTap?: boolean;
  testId: string;
  /** `read`: said to who reads; `missing`: what to do where the sound is not there. */
  words?: { read: string; missing: string };
  /** What follows the sound. `isMissing`: nothing can be heard. */
  children?: (isMissing: boolean) => ReactNode;
}) {
  const { sound, again, broken } = useSound(id, file, isOnTap);
  const audio = useRef<HTMLAudioElement>(null);
  const kind = file === null ? 'read' : sound.kind;
  const isAsked = isOnTap && kind === 'ready';
  useEffect(() => {
    if (!isAsked) return;
    // The controls are in the place of the pressed button. Where the browser does not let it start, they do.
    audio.current?.focus();
    void audio.current?.play().catch(() => undefined);
  }, [isAsked]);
  const hasButton = isOnTap ? kind !== 'ready' && kind !== 'read' : kind === 'failed';
  return (
    <section className={styles.sound} aria-label={label} data-testid={testId} data-state={kind}>
      {sound.kind === 'ready' && file !== null && (
        // biome-ignore lint/a11y/useMediaCaption: captions would answer the question; the script follows with the answer
        <audio
          ref={audio}
          controls
          preload="metadata"
          src={sound.src}
          aria-label={label}
          onPlay={({ currentTarget }) => playAlone(currentTarget)}
          onError={broken}
        />
      )}
      {/* Always there, so that a change in it is read out. */}
      <p role="status" className={styles.state}>
        {wordsOf(kind, words)}
      </p>
      {hasButton && (
        <ActionButton
          look={isOnTap ? 'plain' : 'quiet'}
          icon={<IconHeadphones size={20} aria-hidden="true" />}
          aria-disabled={kind === 'loading'}
          onClick={() => {
            if (kind !== 'loading') again();
          }}
        >
          {kind === 'failed' ? texts.soundAgain : texts.listen}
        </ActionButton>
      )}
      {children?.(kind === 'read' || kind === 'away' || kind === 'failed')}
    </section>
  );
}

function wordsOf(kind: Sound['kind'] | 'read', { read, missing }: { read: string; missing: string }): string {
  if (kind === 'read') return read;
  if (kind === 'loading') return texts.soundLoading;
  if (kind === 'away') return texts.soundAway + missing;
  return kind === 'failed' ? texts.soundFailed + missing : '';
}
