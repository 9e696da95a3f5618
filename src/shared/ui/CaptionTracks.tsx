import type { Lesson } from '#contracts/lesson.ts';
import { useTrackAddresses } from './useTrackAddresses.ts';

/** Captions of a lesson's video as tracks; the first language is shown unless the learner chooses another one. */
export function CaptionTracks({ captions }: { captions: NonNullable<Lesson['video']>['captions'] }) {
  const addressOf = useTrackAddresses(captions.map(({ url }) => url));
  return captions.map(({ lang, label, url }, index) => (
    // The key is the address without its query: a new signature every hour must not make a new track.
    <track
      key={url.split('?', 1)[0]}
      kind="captions"
      src={addressOf(url)}
      srcLang={lang}
      label={label}
      default={index === 0}
    />
  ));
}
