import { IconHeadphones } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { Track } from '#contracts/examContent.ts';
import { mediaSource } from '#shared/lib/exam/mediaSource.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { ActionButton } from '#shared/ui/Action.tsx';
import { audioPlayer } from '../audioElement.ts';
import { createListening, type Listening, type ListeningStore } from '../listening.ts';
import type { Room } from '../roomKeeper.ts';
import { listeningTexts as texts } from '../texts.ts';
import { PaperHtml } from './PaperHtml.tsx';
import styles from './Room.module.css';

/** The broadcast of a paper with sound. A taker who reads instead of listening gets the scripts (exams.md 4). */
export function ListeningBar({ room }: { room: Room }) {
  const { tracks } = room.paper;
  const { isScript, scripts } = room.attempt.get().row;
  if (tracks.length === 0) return null;
  return isScript ? <Scripts tracks={tracks} scripts={scripts} /> : <Broadcast room={room} />;
}

/** If the worker of an installed app does not deliver the bytes, they are read from the cache directly, once. */
async function sourceOf({ db, attempt }: Room, file: string, isDirect: boolean): Promise<string | null> {
  return (await mediaSource(db, attempt.id, file, isDirect))?.src ?? null;
}

function createStore(room: Room): ListeningStore {
  const { attempt, paper } = room;
  const failed = new Set<string>();
  return createListening(paper.tracks, {
    player: audioPlayer(),
    sourceOf: (file) => {
      const isFirst = !failed.has(file);
      failed.add(file);
      return sourceOf(room, file, isFirst && navigator.serviceWorker?.controller != null);
    },
    stateOf: () => attempt.get().row.tracks,
    onState: attempt.heard,
    note: attempt.note,
  });
}

/** A broadcast, and how many bars show it. */
type Held = { store: ListeningStore; holders: number; timer?: ReturnType<typeof setTimeout> };
const broadcasts = new WeakMap<Room['attempt'], Held>();
/** How long it continues between two of its pages, ms. */
const betweenPagesMs = 1500;

function heldOf(room: Room): Held {
  const known = broadcasts.get(room.attempt);
  if (known) return known;
  const made: Held = { store: createStore(room), holders: 0 };
  broadcasts.set(room.attempt, made);
  return made;
}

/**
 * Only the system can stop a broadcast (exams.md 4): it continues while the taker looks at the review. It ends when the
 * exam is left.
 */
function useBroadcast(room: Room): ListeningStore {
  const [held] = useState(() => heldOf(room));
  useEffect(() => {
    held.holders += 1;
    clearTimeout(held.timer);
    return () => {
      held.holders -= 1;
      held.timer = setTimeout(() => {
        if (held.holders > 0) return;
        held.store.stop();
        broadcasts.delete(room.attempt);
      }, betweenPagesMs);
    };
  }, [held, room]);
  return held.store;
}

function Broadcast({ room }: { room: Room }) {
  const store = useBroadcast(room);
  const state = useObservable(store);
  return (
    <section
      className={styles.listening}
      aria-label={texts.title}
      data-testid="exam-listening"
      data-state={state.kind}
    >
      <IconHeadphones size={22} aria-hidden="true" />
      <div>
        <p role="status">{wordsOf(state, room.paper.tracks)}</p>
        {/* A live region would be read out every second, over the options the taker reads now (row 79). */}
        {'seconds' in state && <p role="timer">{texts.next(state.seconds)}</p>}
      </div>
      {state.kind === 'before' && (
        <ActionButton look="primary" onClick={() => store.begin()}>
          {texts.begin}
        </ActionButton>
      )}
      {state.kind === 'paused' && (
        <ActionButton look="primary" onClick={() => store.resume()}>
          {texts.resume}
        </ActionButton>
      )}
    </section>
  );
}

function wordsOf(state: Listening, tracks: readonly Track[]): string {
  if (state.kind === 'before') return texts.beginLead;
  if (state.kind === 'done') return texts.done;
  if (state.kind === 'paused') return state.hasFailed ? texts.failed : texts.paused;
  if (state.kind !== 'playing') return texts[state.kind];
  const track = tracks[state.track];
  return texts.playing(track?.name ?? '', state.nth, track?.plays ?? 1);
}

function Scripts({ tracks, scripts }: { tracks: readonly Track[]; scripts: Record<string, string> }) {
  return (
    <details className={styles.scripts}>
      <summary>{texts.script}</summary>
      <p>{texts.scriptLead}</p>
      {tracks.map(({ id, name }) => (
        <section key={id}>
          <h3>{name}</h3>
          <PaperHtml html={scripts[id] ?? ''} media={null} lang="en" />
        </section>
      ))}
    </details>
  );
}
