import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Range } from '#contracts/watchRule.ts';
import { createPlayer, type Player } from './player.ts';

/** The parts of a video element that a player uses. */
class FakeVideo extends EventTarget {
  readyState = 4;
  currentTime = 0;
  duration = 100;
  paused = true;
  ended = false;
  src = '';
  parts: Range[] = [];

  get played() {
    const at = (edge: 0 | 1) => (index: number) => this.parts[index]?.[edge] ?? 0;
    return { length: this.parts.length, start: at(0), end: at(1) };
  }

  load(): void {
    this.parts = [];
    this.currentTime = 0;
  }
}

let player: Player;
let video: FakeVideo;

function attachNew(): void {
  video = new FakeVideo();
  player.attach(video as unknown as HTMLVideoElement);
}

/** Plays on without an event: browsers report the position only four times a second. */
function playTo(second: number): void {
  video.parts = [...video.parts, [video.currentTime, second]];
  video.currentTime = second;
}

beforeEach(() => {
  vi.stubGlobal('HTMLMediaElement', { HAVE_METADATA: 1, HAVE_FUTURE_DATA: 3 });
  player = createPlayer();
  attachNew();
  player.load({ url: '/1.mp4', at: 10, isPlaying: false, isNew: true });
  video.dispatchEvent(new Event('loadedmetadata'));
});
afterEach(() => vi.unstubAllGlobals());

describe('when the video leaves the page', () => {
  it('keeps what was played of it, to the last moment', () => {
    playTo(17.5);
    player.attach(null);
    expect(player.time()).toBe(17.5);
    expect(player.played()).toEqual([[10, 17.5]]);
  });

  it('adds what another element of the same lesson plays', () => {
    playTo(17.5);
    player.attach(null);
    attachNew();
    player.load({ url: '/1b.mp4', at: 17.5, isPlaying: false, isNew: false });
    video.dispatchEvent(new Event('loadedmetadata'));
    playTo(20);
    expect(player.played()).toEqual([[10, 20]]);
  });

  it('forgets it with the next lesson', () => {
    playTo(17.5);
    player.attach(null);
    attachNew();
    player.load({ url: '/2.mp4', at: 0, isPlaying: false, isNew: true });
    expect(player.played()).toEqual([]);
    expect(player.time()).toBe(0);
  });

  it('says where it was about to begin while it is loading', () => {
    player.load({ url: '/2.mp4', at: 42, isPlaying: false, isNew: true });
    player.attach(null);
    expect(player.time()).toBe(42);
    expect(player.played()).toEqual([]);
  });
});
