import type { Lesson } from '#contracts/lesson.ts';
import type { KeptMedia } from '#features/download/useKeptMedia.ts';

type Video = NonNullable<Lesson['video']>;

/**
 * Chooses the copies a lesson plays from: always the kept one if there is one, so that the source does not change when
 * the connection comes and goes. Without a connection a rendition that is kept replaces one that is not.
 */
function keptVideo(video: Video, kept: KeptMedia, isAway: boolean): Video {
  const instead = isAway ? kept : null;
  const audio = kept.audio ?? (instead?.video && video.audio_url !== null ? null : video.audio_url);
  return {
    ...video,
    mp4_url: kept.video ?? instead?.audio ?? video.mp4_url,
    audio_url: audio,
    poster: video.poster && kept.urlOf(video.poster),
    captions: video.captions.map((caption) => ({ ...caption, url: kept.urlOf(caption.url) })),
  };
}

/** The lesson with the addresses of its kept copies. `isAway`: the server does not answer. */
export function withKept(lesson: Lesson, kept: KeptMedia, isAway: boolean): Lesson {
  return {
    ...lesson,
    video: lesson.video && keptVideo(lesson.video, kept, isAway),
    whiteboards: lesson.whiteboards.map((board) => ({ ...board, url: kept.urlOf(board.url) })),
  };
}
