import type { Lesson } from '#contracts/lesson.ts';
import type { KeptMedia } from '#features/download/useKeptMedia.ts';

type Video = NonNullable<Lesson['video']>;

/**
 * Which copies a lesson plays from: the kept one where there is one, always, so that play does not change its source
 * when the connection comes and goes. Without a connection the rendition that is kept stands in for the one that is
 * not.
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
