import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Range } from '#contracts/watchRule.ts';
import { setClock } from '#shared/lib/time/clock.ts';
import type { Player, PlayerState } from './player.ts';
import { type Progress, type WatchedLesson, watchAfter } from './progress.ts';
import { type Recorder, startRecorder } from './recorder.ts';

const lesson: WatchedLesson = {
  id: '3',
  name: '',
  duration: 100,
  course: { id: '1', name: '', thumbnail: null },
  inventory: null,
};

/** The parts of a video element that a recorder uses. */
class FakeVideo extends EventTarget {
  paused = true;
  playbackRate = 1;
}

let video: FakeVideo;
let place: number;
let parts: Range[];
let clock: number;
let putClockBack: () => void;
let recorder: Recorder;
const saved: { position: number; isSent: boolean }[] = [];
const lastWords = vi.fn();

/** Plays on to a second; the browser reports the position when it arrives there. */
function playTo(second: number): void {
  const from = parts.at(-1)?.[0] ?? place;
  clock += (second - place) * 1000;
  place = second;
  parts = [[from, second]];
  video.paused = false;
  video.dispatchEvent(new Event('timeupdate'));
}

function pause(): void {
  video.paused = true;
  video.dispatchEvent(new Event('pause'));
}

const sent = () => saved.filter(({ isSent }) => isSent).map(({ position }) => position);

beforeEach(() => {
  video = new FakeVideo();
  [place, parts, clock] = [8, [], 1_700_000_000_000];
  saved.length = 0;
  lastWords.mockClear();
  putClockBack = setClock(() => clock);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  const windowEvents = new EventTarget();
  vi.stubGlobal('addEventListener', windowEvents.addEventListener.bind(windowEvents));
  vi.stubGlobal('dispatchEvent', windowEvents.dispatchEvent.bind(windowEvents));
  const state = { get: () => ({ isPlaying: !video.paused }) as PlayerState };
  const player = { time: () => place, played: () => parts, state } as unknown as Player;
  const save = async (progress: Progress, isSent: boolean) => {
    saved.push({ position: progress.position, isSent });
    return watchAfter(undefined, lesson, progress);
  };
  const deps = { player, lesson, deviceId: () => 'd', session: () => null, save, lastWords };
  recorder = startRecorder(deps, video as unknown as HTMLVideoElement, place);
});

afterEach(() => {
  recorder.stop();
  putClockBack();
  vi.unstubAllGlobals();
});

describe('what is told to the server', () => {
  it('includes what a tick has only stored just before the pause', () => {
    playTo(8.6);
    playTo(13.7);
    expect(saved).toHaveLength(2);
    expect(sent()).toEqual([]);
    playTo(13.9);
    pause();
    expect(sent()).toEqual([13.9]);
  });

  it('includes it in the last words of a page that goes away', () => {
    playTo(8.6);
    video.paused = true;
    dispatchEvent(new Event('pagehide'));
    expect(lastWords).toHaveBeenCalledOnce();
    expect(sent()).toEqual([8.6]);
  });

  // A phone may kill a hidden page without any further event.
  it('includes the place at which the page went out of sight', () => {
    playTo(8.6);
    Object.assign(document, { visibilityState: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sent()).toEqual([8.6]);
    playTo(9.2);
    Object.assign(document, { visibilityState: 'visible' });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(sent()).toEqual([8.6]);
  });

  // Another device may have moved the position in the meantime: watching up to the same second again must win over it.
  it('includes the same place again after the play head has been elsewhere', () => {
    playTo(8.6);
    pause();
    place = 7.6;
    video.paused = false;
    video.dispatchEvent(new Event('seeking'));
    parts = [[7.6, 7.6]];
    playTo(8.6);
    pause();
    expect(sent()).toEqual([8.6, 8.6]);
  });

  it('is nothing when nothing moved since', () => {
    playTo(8.6);
    pause();
    pause();
    dispatchEvent(new Event('pagehide'));
    expect(sent()).toEqual([8.6]);
    expect(lastWords).not.toHaveBeenCalled();
  });
});
