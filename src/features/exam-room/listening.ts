import type { Track } from '#contracts/examContent.ts';
import type { TrackState } from '#shared/lib/exam/rows.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';

/** What is heard now. `seconds`: left of a pause. */
export type Listening =
  | { kind: 'before' }
  | { kind: 'preview' | 'gap'; track: number; seconds: number }
  | { kind: 'playing'; track: number; nth: number }
  | { kind: 'paused'; track: number; hasFailed: boolean }
  | { kind: 'done' };

/** The part of an audio element that is needed; tests put another in its place. */
export type Player = {
  play: (src: string, from: number) => Promise<void>;
  pause: () => void;
  position: () => number;
  /** Told when it ended, was stopped by the system, or cannot go on. Answers how to stop listening. */
  on: (listener: (what: 'ended' | 'stopped' | 'stalled' | 'failed') => void) => () => void;
};

/** So much is heard again after an interruption, s (exams.md 4). */
const backSeconds = 2;
const tickMs = 1000;

/** Where the broadcast goes on: the first track that has not been heard as often as it is played. */
export function nextTrack(tracks: readonly Track[], states: Record<string, TrackState>): number | null {
  const at = tracks.findIndex(({ id, plays }) => (states[id]?.plays ?? 0) < plays);
  return at < 0 ? null : at;
}

/**
 * The broadcast of a listening part, as scripted (exams.md 4): reading time, each track as often as it is played, its pauses.
 * The taker cannot stop it. What the system stops goes on two seconds earlier when the taker says so, and no play is lost: a
 * play counts when it has ended, and the place is written each second.
 */
export function createListening(
  tracks: readonly Track[],
  {
    player,
    sourceOf,
    stateOf,
    onState,
    note,
  }: {
    player: Player;
    sourceOf: (file: string) => Promise<string | null>;
    stateOf: () => Record<string, TrackState>;
    onState: (track: string, state: TrackState) => void;
    note: (kind: 'audio_play' | 'audio_stall' | 'audio_end', track: string) => void;
  },
) {
  const first = nextTrack(tracks, stateOf());
  // A page that was loaded again goes on: it does not offer to begin.
  const hasBegun = Object.values(stateOf()).some(({ plays, position }) => plays > 0 || position > 0);
  const store = createObservable<Listening>(
    first === null
      ? { kind: 'done' }
      : hasBegun
        ? { kind: 'paused', track: first, hasFailed: false }
        : { kind: 'before' },
  );
  let timer: ReturnType<typeof setInterval> | undefined;
  let isStopped = false;

  const stopTimer = () => clearInterval(timer);

  const wait = (kind: 'preview' | 'gap', track: number, seconds: number, then: () => void) => {
    stopTimer();
    let left = Math.ceil(seconds);
    if (left <= 0) return then();
    store.set({ kind, track, seconds: left });
    timer = setInterval(() => {
      left -= 1;
      if (left > 0) return store.set({ kind, track, seconds: left });
      stopTimer();
      then();
    }, tickMs);
  };

  const fail = (at: number, hasFailed: boolean) => {
    stopTimer();
    // Neither the browser nor the system goes on by itself meanwhile: out of a loudspeaker, or past what was said here.
    player.pause();
    const track = tracks[at];
    if (track) note('audio_stall', track.id);
    if (!isStopped) store.set({ kind: 'paused', track: at, hasFailed });
  };

  const play = async (at: number): Promise<void> => {
    const track = tracks[at];
    if (!track || isStopped) return;
    const { plays = 0, position = 0 } = stateOf()[track.id] ?? {};
    const src = await sourceOf(track.file).catch(() => null);
    if (src === null) return fail(at, true);
    try {
      await player.play(src, Math.max(0, position));
    } catch (error) {
      console.warn('exam: sound', error);
      return fail(at, true);
    }
    if (isStopped) return player.pause();
    note('audio_play', track.id);
    store.set({ kind: 'playing', track: at, nth: plays + 1 });
    stopTimer();
    timer = setInterval(() => onState(track.id, { plays, position: player.position() }), tickMs);
  };

  const goOn = () => {
    const at = nextTrack(tracks, stateOf());
    if (at === null) {
      stopTimer();
      return store.set({ kind: 'done' });
    }
    const track = tracks[at];
    const state = track && stateOf()[track.id];
    const isFresh = !state || (state.plays === 0 && state.position === 0);
    if (track && isFresh) return wait('preview', at, track.preview_sec, () => void play(at));
    void play(at);
  };

  const ended = () => {
    const now = store.get();
    if (now.kind !== 'playing') return;
    stopTimer();
    const track = tracks[now.track];
    if (!track) return;
    onState(track.id, { plays: now.nth, position: 0 });
    note('audio_end', track.id);
    wait('gap', now.track, track.gap_sec, goOn);
  };

  const stopListening = player.on((what) => {
    const now = store.get();
    if (now.kind !== 'playing') return;
    if (what === 'ended') ended();
    else fail(now.track, what === 'failed');
  });

  return {
    get: store.get,
    subscribe: store.subscribe,
    /** Begins the broadcast, or goes on with it after a page was loaded again; from a tap. */
    begin: goOn,
    /** Goes on a little before where it was stopped. */
    resume(): void {
      const now = store.get();
      if (now.kind !== 'paused') return;
      const track = tracks[now.track];
      const state = track && stateOf()[track.id];
      // Of a track that nothing has been heard of the reading time is still to come.
      const isFresh = !state || (state.plays === 0 && state.position === 0);
      if (isFresh && !now.hasFailed) {
        goOn();
        return;
      }
      if (track && state)
        onState(track.id, { ...state, position: Math.max(0, state.position - backSeconds) });
      void play(now.track);
    },
    stop(): void {
      isStopped = true;
      stopTimer();
      stopListening();
      player.pause();
    },
  };
}

export type ListeningStore = ReturnType<typeof createListening>;
