import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Track } from '#contracts/examContent.ts';
import type { TrackState } from '#shared/lib/exam/rows.ts';
import { createListening, type ListeningStore } from './listening.ts';

/** The parts of an audio element that the page needs; it makes no sound. */
class SilentAudio extends EventTarget {
  src = '';
  currentTime = 0;
  preload = '';
  paused = true;
  ended = false;
  readyState = 4;
  async play(): Promise<void> {
    this.paused = false;
  }
  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.dispatchEvent(new Event('pause'));
  }
}

const track: Track = {
  ...{ id: 'a', name: 'a', file: 'a.m4a', seconds: 60 },
  ...{ plays: 2, gap_sec: 3, preview_sec: 0, script: '' },
};

let element: SilentAudio;
let states: Record<string, TrackState>;
let listening: ListeningStore;
const said: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers();
  said.length = 0;
  states = {};
  element = new SilentAudio();
  vi.stubGlobal('Audio', function Audio() {
    return element;
  });
  vi.stubGlobal('navigator', {});
  vi.resetModules();
  const { audioPlayer } = await import('./audioElement.ts');
  listening = createListening([track], {
    player: audioPlayer(),
    sourceOf: async (file) => file,
    stateOf: () => states,
    onState: (id, state) => {
      states = { ...states, [id]: state };
    },
    note: (kind) => said.push(kind),
  });
  listening.begin();
  await vi.advanceTimersByTimeAsync(0);
  element.currentTime = 20;
  await vi.advanceTimersByTimeAsync(1000);
});

afterEach(() => {
  listening.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const playing = { kind: 'playing', track: 0, nth: 1 };

describe('row 35: headphones are pulled, Bluetooth is gone', () => {
  it('the system pauses the sound: it waits for the learner, goes on two seconds earlier, no play is lost', async () => {
    expect(listening.get()).toEqual(playing);
    element.pause();
    expect(listening.get()).toEqual({ kind: 'paused', track: 0, hasFailed: false });
    expect(said).toEqual(['audio_play', 'audio_stall']);
    // It must never continue automatically: the sound would come from the loudspeaker in a hall.
    await vi.advanceTimersByTimeAsync(60_000);
    expect(element.paused).toBe(true);
    listening.resume();
    await vi.advanceTimersByTimeAsync(0);
    expect(element.currentTime).toBe(18);
    expect(listening.get()).toEqual(playing);
    expect(states.a).toEqual({ plays: 0, position: 18 });
  });

  it('sound that has stopped coming is silent while it waits, also when it comes again by itself', async () => {
    element.readyState = 2;
    element.dispatchEvent(new Event('stalled'));
    expect(listening.get()).toEqual({ kind: 'paused', track: 0, hasFailed: false });
    expect(element.paused).toBe(true);
  });

  it('the end of a track is none of it', async () => {
    element.ended = true;
    element.dispatchEvent(new Event('pause'));
    element.dispatchEvent(new Event('ended'));
    expect(listening.get()).toEqual({ kind: 'gap', track: 0, seconds: 3 });
    expect(states.a).toEqual({ plays: 1, position: 0 });
  });
});
