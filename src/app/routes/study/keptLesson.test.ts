import { describe, expect, it } from 'vitest';
import { lessonSchema } from '#contracts/lesson.ts';
import type { KeptMedia } from '#features/download/useKeptMedia.ts';
import { withKept } from './keptLesson.ts';

const lesson = lessonSchema.parse({
  id: '1',
  course: { id: '1', name: '' },
  video: { mp4_url: '/v', audio_url: '/a', poster: '/p', captions: [{ url: '/c' }], expires_at: null },
  whiteboards: [{ id: '1', url: '/b' }],
});
const kept = (video: string | null, audio: string | null): KeptMedia => ({
  video,
  audio,
  urlOf: (url) => (url === '/c' || url === '/b' ? `/kept${url}` : url),
});
const sources = (media: KeptMedia, isAway: boolean) => {
  const { video } = withKept(lesson, media, isAway);
  return [video?.mp4_url, video?.audio_url];
};

describe('the sources of a kept lesson', () => {
  it('are the kept copies, with and without a connection', () => {
    expect(sources(kept('/kv', '/ka'), false)).toEqual(['/kv', '/ka']);
    expect(sources(kept('/kv', '/ka'), true)).toEqual(['/kv', '/ka']);
  });

  it('are what is kept in place of what is not, only while the server is away', () => {
    expect(sources(kept(null, '/ka'), true)).toEqual(['/ka', '/ka']);
    expect(sources(kept('/kv', null), true)).toEqual(['/kv', null]);
    expect(sources(kept(null, '/ka'), false)).toEqual(['/v', '/ka']);
    expect(sources(kept('/kv', null), false)).toEqual(['/kv', '/a']);
    expect(sources(kept(null, null), true)).toEqual(['/v', '/a']);
  });

  it('include captions, boards and poster', () => {
    const { video, whiteboards } = withKept(lesson, kept('/kv', null), false);
    expect([video?.captions[0]?.url, whiteboards[0]?.url, video?.poster]).toEqual([
      '/kept/c',
      '/kept/b',
      '/p',
    ]);
  });
});
