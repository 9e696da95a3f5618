import type { Lesson } from '#contracts/lesson.ts';
import { useTrackAddresses } from './useTrackAddresses.ts';

/** Captions of a lesson's video as its tracks; the first language is shown unless the learner says otherwise. */
export function CaptionTracks({ captions }: { captions: NonNullable<Lesson['video']>['captions'] }) {
  const addressOf = useTrackAddresses(captions.map(({ url }) => url));
  return captions.map(({ lang, label, url }, index) => (
    // An address is signed for an hour: what comes behind its path does not make another track of it.
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
