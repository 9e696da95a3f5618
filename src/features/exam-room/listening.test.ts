import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Track } from '#contracts/examContent.ts';
import type { TrackState } from '#shared/lib/exam/rows.ts';
import { createListening, type ListeningStore, type Player } from './listening.ts';

const track = (id: string, plays: number): Track => ({
  id,
  name: id,
  file: `${id}.m4a`,
  seconds: 10,
  plays,
  gap_sec: 3,
  preview_sec: 5,
  script: '',
});

let tell: Parameters<Player['on']>[0];
let heard: { src: string; from: number }[];
let position: number;
let states: Record<string, TrackState>;
let listening: ListeningStore;

const player: Player = {
  play: async (src, from) => {
    heard.push({ src, from });
    position = from;
  },
  pause: () => undefined,
  position: () => position,
  on: (listener) => {
    tell = listener;
    return () => undefined;
  },
};

function make(): ListeningStore {
  return createListening([track('a', 2), track('b', 1)], {
    player,
    sourceOf: async (file) => file,
    stateOf: () => states,
    onState: (id, state) => {
      states = { ...states, [id]: state };
    },
    note: () => undefined,
  });
}

const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  heard = [];
  states = {};
  position = 0;
  listening = make();
});
afterEach(() => {
  listening.stop();
  vi.useRealTimers();
});

describe('the broadcast', () => {
  it('goes as scripted: reading time, plays, pauses, the next track', async () => {
    listening.begin();
    expect(listening.get()).toEqual({ kind: 'preview', track: 0, seconds: 5 });
    await pass(5);
    expect(listening.get()).toEqual({ kind: 'playing', track: 0, nth: 1 });
    tell('ended');
    expect(listening.get()).toEqual({ kind: 'gap', track: 0, seconds: 3 });
    await pass(3);
    expect(listening.get()).toEqual({ kind: 'playing', track: 0, nth: 2 });
    tell('ended');
    await pass(3);
    expect(listening.get()).toEqual({ kind: 'preview', track: 1, seconds: 5 });
    await pass(5);
    tell('ended');
    await pass(3);
    expect(listening.get()).toEqual({ kind: 'done' });
    expect(heard.map(({ src }) => src)).toEqual(['a.m4a', 'a.m4a', 'b.m4a']);
  });

  it('row 34: what the system stops goes on two seconds earlier, and no play is lost', async () => {
    listening.begin();
    await pass(5);
    position = 7;
    await pass(1);
    tell('stopped');
    expect(listening.get()).toEqual({ kind: 'paused', track: 0, hasFailed: false });
    listening.resume();
    await pass(0);
    expect(heard.at(-1)).toEqual({ src: 'a.m4a', from: 5 });
    expect(listening.get()).toEqual({ kind: 'playing', track: 0, nth: 1 });
  });

  it('goes on where it was after a page was loaded again', async () => {
    states = { a: { plays: 1, position: 4 } };
    listening = make();
    expect(listening.get()).toEqual({ kind: 'paused', track: 0, hasFailed: false });
    listening.resume();
    await pass(0);
    expect(heard.at(-1)).toEqual({ src: 'a.m4a', from: 2 });
    expect(listening.get()).toEqual({ kind: 'playing', track: 0, nth: 2 });
  });

  it('continues, and does not begin anew, where the page was loaded again in the first second', async () => {
    listening.begin();
    await pass(5);
    expect(listening.get()).toMatchObject({ kind: 'playing' });
    listening.stop();
    listening = make();
    expect(listening.get()).toEqual({ kind: 'paused', track: 0, hasFailed: false });
  });

  it('gives the reading time of the next track, where the page was loaded again between two', async () => {
    states = { a: { plays: 2, position: 0 } };
    listening = make();
    listening.resume();
    expect(listening.get()).toEqual({ kind: 'preview', track: 1, seconds: 5 });
    await pass(5);
    expect(heard.at(-1)).toEqual({ src: 'b.m4a', from: 0 });
  });

  it('is over when everything was heard', () => {
    states = { a: { plays: 2, position: 0 }, b: { plays: 1, position: 0 } };
    expect(make().get()).toEqual({ kind: 'done' });
  });
});
