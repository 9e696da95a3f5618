import { describe, expect, it } from 'vitest';
import type { OfflineManifest } from '#contracts/offline.ts';
import type { DownloadRow, DownloadState, PauseReason } from '#shared/lib/db/downloadRows.ts';
import {
  announcementOf,
  type DownloadEvent,
  filesOf,
  keptRendition,
  nextStatus,
  resumesByItself,
  type Sample,
  type Status,
  secondsLeft,
  sizeOf,
  storedBytes,
  summarise,
  withSample,
} from './model.ts';

const at = (state: DownloadState, reason: PauseReason | null = null): Status => ({ state, reason });
const states: DownloadState[] = [
  'queued',
  'downloading',
  'paused',
  'verifying',
  'ready',
  'expired',
  'broken',
];
const after = (event: DownloadEvent) =>
  Object.fromEntries(
    states.map((state) => [state, nextStatus(at(state, state === 'paused' ? 'network' : null), event).state]),
  );

describe('the state of a download', () => {
  it('goes the way of offline.md 4.7', () => {
    const way: DownloadEvent[] = [{ type: 'start' }, { type: 'stored' }, { type: 'verified' }];
    expect(way.reduce(nextStatus, at('queued'))).toEqual(at('ready'));
  });

  it.each<[DownloadEvent, Partial<Record<DownloadState, DownloadState>>]>([
    [{ type: 'start' }, { queued: 'downloading' }],
    [
      { type: 'pause', reason: 'network' },
      { queued: 'paused', downloading: 'paused', verifying: 'paused' },
    ],
    [{ type: 'resume' }, { paused: 'queued', broken: 'queued' }],
    [{ type: 'stored' }, { downloading: 'verifying' }],
    [{ type: 'verified' }, { verifying: 'ready' }],
    [{ type: 'damaged' }, { downloading: 'broken', verifying: 'broken', ready: 'broken' }],
    [{ type: 'ended' }, Object.fromEntries(states.map((state) => [state, 'expired']))],
    [{ type: 'renewed' }, { expired: 'queued' }],
  ])('moves by %o as the table says, and by nothing else', (event, changes) => {
    const unchanged = Object.fromEntries(states.map((state) => [state, state]));
    expect(after(event)).toEqual({ ...unchanged, ...changes });
  });

  it('keeps a pause of the learner whatever else goes wrong, and takes theirs over every other', () => {
    expect(nextStatus(at('paused', 'user'), { type: 'pause', reason: 'network' })).toEqual(
      at('paused', 'user'),
    );
    expect(nextStatus(at('paused', 'quota'), { type: 'pause', reason: 'user' })).toEqual(
      at('paused', 'user'),
    );
  });

  it('goes on by itself after what passes by itself only', () => {
    const reasons: PauseReason[] = ['user', 'network', 'quota', 'cap', 'background', 'metered', 'devices'];
    expect(reasons.filter((reason) => resumesByItself(at('paused', reason)))).toEqual([
      'network',
      'background',
      'metered',
    ]);
    expect(resumesByItself(at('broken'))).toBe(false);
  });
});

const file = (id: string, size: number): OfflineManifest['files'][number] => ({
  id,
  kind: 'video',
  url: `/media/${id}`,
  type: 'video/mp4',
  size,
  sha256: '',
  etag: '"1"',
  chunks: [],
});
const manifest: OfflineManifest = {
  inventory: '1',
  course: { id: '1', name: '' },
  version: '1',
  chunk_size: 10,
  valid_until: null,
  server_time: null,
  lessons: [
    { id: 'a', name: '', version: '1', video: 'v1', audio: 's1', files: ['book'] },
    { id: 'b', name: '', version: '1', video: 'v2', audio: null, files: ['book'] },
    { id: 'c', name: '', version: '1', video: null, audio: null, files: ['book'] },
  ],
  files: [file('v1', 100), file('s1', 10), file('v2', 200), file('book', 1000)],
};

describe('sizes before the start', () => {
  it('count what lessons share once', () => {
    expect(sizeOf(manifest, null, 'video')).toBe(1300);
    expect(sizeOf(manifest, ['a', 'c'], 'video')).toBe(1100);
  });

  it('say honestly that a lesson without sound alone is kept with its video', () => {
    expect(sizeOf(manifest, null, 'audio')).toBe(1210);
    const [first, second, text] = manifest.lessons;
    expect([first, second, text].map((lesson) => lesson && keptRendition(lesson, 'audio'))).toEqual([
      'audio',
      'video',
      'video',
    ]);
    expect(first && filesOf(first, 'audio')).toEqual(['book', 's1']);
  });

  it('count stored bytes piece by piece, the last one shorter', () => {
    const shape = { size: 25, chunk_size: 10 };
    expect(storedBytes({ ...shape, bitmap: new Uint8Array([0b101]) })).toBe(15);
    expect(storedBytes({ ...shape, bitmap: new Uint8Array([0b111]) })).toBe(25);
  });
});

describe('several downloads as one', () => {
  const row = (state: DownloadState, reason: PauseReason | null = null) =>
    ({ state, reason, bytes: 1, size: 2 }) as DownloadRow;

  it('say first what the learner has to know first', () => {
    expect(summarise([row('ready'), row('paused', 'quota')])).toEqual({
      count: 2,
      ready: 1,
      bytes: 2,
      size: 4,
      state: 'paused',
      reason: 'quota',
    });
    expect(summarise([row('ready'), row('downloading'), row('broken')]).state).toBe('downloading');
    expect(summarise([]).state).toBeNull();
  });
});

describe('the time left', () => {
  const steady: Sample[] = [
    { at: 0, bytes: 0 },
    { at: 2000, bytes: 200 },
  ];

  it('follows from the pace of the last seconds', () => {
    expect(secondsLeft(steady, 1200)).toBe(10);
  });

  it('is not told too early, nor while nothing arrives', () => {
    expect(secondsLeft(steady.slice(0, 1), 1200)).toBeNull();
    expect(
      secondsLeft(
        [
          { at: 0, bytes: 5 },
          { at: 5000, bytes: 5 },
        ],
        1200,
      ),
    ).toBeNull();
  });

  it('forgets old measurements and begins anew after pieces were thrown away', () => {
    expect(withSample(steady, { at: 11_000, bytes: 300 })).toEqual([
      { at: 2000, bytes: 200 },
      { at: 11_000, bytes: 300 },
    ]);
    expect(withSample(steady, { at: 3000, bytes: 0 })).toEqual([{ at: 3000, bytes: 0 }]);
  });
});

describe('what is announced', () => {
  const sum = (state: DownloadState | null, reason: PauseReason | null = null) =>
    summarise(state === null ? [] : [{ state, reason, bytes: 0, size: 1 } as DownloadRow]);

  it('is start, reason of a pause and end, nothing in between', () => {
    expect(announcementOf(null, sum('downloading'))).toBeNull();
    expect(announcementOf(sum(null), sum('queued'))).toBe('start');
    expect(announcementOf(sum('queued'), sum('downloading'))).toBeNull();
    expect(announcementOf(sum('downloading'), sum('verifying'))).toBeNull();
    expect(announcementOf(sum('verifying'), sum('ready'))).toBe('ready');
    expect(announcementOf(sum('downloading'), sum('paused', 'quota'))).toEqual({ reason: 'quota' });
    expect(announcementOf(sum('downloading'), sum('paused', 'user'))).toBeNull();
    expect(announcementOf(sum('ready'), sum('broken'))).toBe('broken');
    expect(announcementOf(sum('downloading'), sum(null))).toBeNull();
  });
});
