import { type Range, unionRanges } from '#contracts/watchRule.ts';
import { createObservable, type Observable } from '#shared/lib/observable/observable.ts';

/** What the screen shows of a player. Times are seconds. */
export type PlayerState = {
  /** The length is known and the video can be shown. */
  isReady: boolean;
  isPlaying: boolean;
  /** The player should be playing but waits for data. */
  isWaiting: boolean;
  isEnded: boolean;
  duration: number;
};

/**
 * What to play, from which second, and whether to start at once. `isNew`: this is another lesson, of which nothing has
 * been played yet.
 */
export type Source = { url: string; at: number; isPlaying: boolean; isNew: boolean };

/** The one video of a page: a wrapper around the browser's own player, for the parts of the page around it. */
export type Player = {
  element: Observable<HTMLVideoElement | null>;
  state: Observable<PlayerState>;
  /** Whole second of the play head, for the parts of the page that follow the video. */
  second: Observable<number>;
  /** Exact position of the play head. While the video is loading: the position at which it will begin. */
  time: () => number;
  /** Parts played of this lesson, over all its sources. */
  played: () => Range[];
  attach: (video: HTMLVideoElement | null) => void;
  load: (source: Source) => void;
  play: () => void;
  pause: () => void;
  toggle: () => void;
  seek: (second: number) => void;
  skip: (seconds: number) => void;
};

const idle: PlayerState = { isReady: false, isPlaying: false, isWaiting: false, isEnded: false, duration: 0 };

function partsOf({ played }: HTMLVideoElement): Range[] {
  return Array.from({ length: played.length }, (_, index): Range => [played.start(index), played.end(index)]);
}

function stateOf(video: HTMLVideoElement): PlayerState {
  const isReady = video.readyState >= HTMLMediaElement.HAVE_METADATA;
  return {
    isReady,
    isPlaying: !video.paused && !video.ended,
    isWaiting: !video.paused && !video.ended && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    isEnded: video.ended,
    duration: Number.isFinite(video.duration) ? video.duration : 0,
  };
}

/** Events after which something on screen may be different. */
const watched = [
  'timeupdate',
  'loadedmetadata',
  'durationchange',
  'play',
  'playing',
  'pause',
  'waiting',
  'canplay',
  'ended',
  'seeking',
  'seeked',
  'ratechange',
  'emptied',
  'error',
] as const;

/**
 * Makes a player around the browser's own video element. That element decodes, buffers and shows the controls; we write
 * none of this ourselves (performance.md 3).
 */
export function createPlayer(): Player {
  const element = createObservable<HTMLVideoElement | null>(null);
  const state = createObservable<PlayerState>(idle);
  const second = createObservable(0);
  /** The source that has to begin once the video length is known; `null`: it has begun. */
  let pending: Source | null = null;
  /** The last known position: an element that fails loses its own. */
  let lastTime = 0;
  let earlier: Range[] = [];
  let detach = () => {};

  const video = () => element.get();
  const time = () => pending?.at ?? lastTime;
  const update = () => {
    const now = video();
    if (now && !pending && now.readyState >= HTMLMediaElement.HAVE_METADATA) lastTime = now.currentTime;
    const next = now ? stateOf(now) : idle;
    if (JSON.stringify(next) !== JSON.stringify(state.get())) state.set(next);
    second.set(Math.floor(time() + 0.01));
  };
  const begin = () => {
    const now = video();
    if (!now || !pending) return;
    const { at, isPlaying } = pending;
    if (at > 0) now.currentTime = Math.min(at, Math.max(0, (now.duration || at) - 0.1));
    pending = null;
    if (isPlaying) start(now);
    update();
  };
  const attach = (next: HTMLVideoElement | null) => {
    // The recorder still asks for the position and the played parts after the element has left the page.
    update();
    earlier = played();
    detach();
    element.set(next);
    detach = next ? listen(next, { begin, update }) : () => {};
    update();
  };
  const load = (source: Source) => {
    const now = video();
    if (!now) return;
    earlier = source.isNew ? [] : unionRanges([...earlier, ...partsOf(now)], 0);
    pending = source;
    now.src = source.url;
    now.load();
    update();
  };
  const play = () => {
    const now = video();
    if (pending) pending = { ...pending, isPlaying: true };
    else if (now) start(now);
  };
  const pause = () => {
    if (pending) pending = { ...pending, isPlaying: false };
    video()?.pause();
  };
  const seek = (wanted: number) => {
    const now = video();
    if (pending) pending = { ...pending, at: Math.max(0, wanted) };
    else if (now) now.currentTime = Math.min(Math.max(0, wanted), now.duration || wanted);
    update();
  };
  const played = () => {
    const now = video();
    return unionRanges([...earlier, ...(now && !pending ? partsOf(now) : [])], 0);
  };
  const toggle = () => (video()?.paused === false ? pause() : play());
  const skip = (seconds: number) => seek(time() + seconds);
  return { element, state, second, time, played, attach, load, play, pause, toggle, seek, skip };
}

/** Follows a video element; returns how to stop. */
function listen(video: HTMLVideoElement, on: { begin: () => void; update: () => void }): () => void {
  const stop = new AbortController();
  const { signal } = stop;
  video.addEventListener('loadedmetadata', on.begin, { signal });
  for (const type of watched) video.addEventListener(type, on.update, { signal });
  return () => stop.abort();
}

/** The browser may refuse to start without a tap. Its own play button is still there then. */
function start(video: HTMLVideoElement): void {
  video.play().catch((error: unknown) => {
    const isHarmless =
      error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name);
    if (!isHarmless) console.warn('player: could not start', error);
  });
}
