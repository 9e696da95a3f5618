import type { Track } from '#contracts/examContent.ts';
import type { TrackState } from '#shared/lib/exam/rows.ts';
import { createObservable } from '#shared/lib/observable/observable.ts';

/** What the taker hears now. `seconds`: rest of a pause. */
export type Listening =
  | { kind: 'before' }
  | { kind: 'preview' | 'gap'; track: number; seconds: number }
  | { kind: 'playing'; track: number; nth: number }
  | { kind: 'paused'; track: number; hasFailed: boolean }
  | { kind: 'done' };

/** The functions of an audio element that are needed; tests replace it. */
export type Player = {
  play: (src: string, from: number) => Promise<void>;
  pause: () => void;
  position: () => number;
  /** Reports when the track ended, was stopped by the system, or cannot continue. Returns how to stop listening. */
  on: (listener: (what: 'ended' | 'stopped' | 'stalled' | 'failed') => void) => () => void;
};

/** How much is repeated after an interruption, s (exams.md 4). */
const backSeconds = 2;
const tickMs = 1000;

/** Where the broadcast continues: the first track that was not heard as often as it has to be played. */
export function nextTrack(tracks: readonly Track[], states: Record<string, TrackState>): number | null {
  const at = tracks.findIndex(({ id, plays }) => (states[id]?.plays ?? 0) < plays);
  return at < 0 ? null : at;
}

/**
 * The broadcast of a listening part, as scripted (exams.md 4): reading time, each track the given number of times, and
 * its pauses. The taker cannot stop it. If the system stops it, it continues two seconds earlier when the taker taps.
 * No play is lost: a play counts only when it has ended, and the position is stored at once and then every second.
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
  // A reloaded page continues: it does not offer to begin.
  const hasBegun = Object.keys(stateOf()).length > 0;
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
    // Neither the browser nor the system may continue by itself: the sound would come from a loudspeaker, or without
    // the taker's tap.
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
    onState(track.id, { plays, position });
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
    /** Begins the broadcast, or continues it after a reload; must be called from a tap. */
    begin: goOn,
    /** Continues shortly before the place where it was stopped. */
    resume(): void {
      const now = store.get();
      if (now.kind !== 'paused') return;
      const track = tracks[now.track];
      const state = track && stateOf()[track.id];
      // If nothing of a track was heard yet, its reading time comes first.
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
