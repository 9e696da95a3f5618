import type { ReviewCard, ReviewTrack } from '#contracts/review.ts';
import { BroadcastScripts } from '#shared/exam/BroadcastScripts.tsx';
import { QuestionSound } from '#shared/exam/QuestionSound.tsx';
import { dropFileOf, fileOf } from '../files.ts';
import { texts } from '../texts.ts';

/**
 * What is heard for a card. Its words follow with the answer; they come before it where nothing can be heard
 * (exams.md 6). `isOpen`: the question is still being answered.
 */
export function CardSound({
  card,
  track,
  isOpen,
}: {
  card: ReviewCard;
  track: ReviewTrack;
  isOpen: boolean;
}) {
  const { file, script, translation, is_read } = track;
  return (
    <QuestionSound
      id={`${card.id}/${file}`}
      label={texts.sound}
      file={is_read ? null : { open: () => fileOf(card, file), drop: () => dropFileOf(card, file) }}
      testId="review-sound"
      words={{ read: texts.soundRead, missing: script === '' ? '' : texts.soundScript }}
    >
      {(isMissing) =>
        script !== '' &&
        (isMissing || !isOpen) && (
          <BroadcastScripts
            tracks={[{ id: card.id, script, translation: isOpen ? '' : translation }]}
            isOpen={is_read}
          />
        )
      }
    </QuestionSound>
  );
}
