import { useMemo } from 'react';
import { useParams } from 'react-router-dom';
import type { ReviewCard } from '#contracts/review.ts';
import { PaperHtml } from '#features/exam-room/components/PaperHtml.tsx';
import { PracticeQuestion } from '#features/exam-room/components/PracticeQuestion.tsx';
import { CardSound } from '#features/review/components/CardSound.tsx';
import { type Faces, SessionScreen } from '#features/review/components/SessionScreen.tsx';
import { fileOf } from '#features/review/files.ts';

/** A card shows its question as the exam did, with its instruction and its sound. */
const front: Faces['front'] = ({ card, ...asked }) => (
  <PracticeQuestion
    lead={card.lead}
    sound={card.track && <CardSound card={card} track={card.track} isOpen={asked.isOpen} />}
    question={card.question}
    passage={card.passage}
    slots={card.slots}
    sourceOf={(file) => fileOf(card, file)}
    {...asked}
  />
);

/** An explanation with its pictures. */
function Why({ card }: { card: ReviewCard }) {
  const media = useMemo(() => ({ sourceOf: (file: string) => fileOf(card, file) }), [card]);
  return <PaperHtml html={card.why} media={media} />;
}

const faces: Faces = { front, why: (card) => <Why card={card} /> };

/** `/mypage/konoshiki/review/{id}`: the id names the session, such as `today`. */
export function Component() {
  const { id = '' } = useParams();
  return <SessionScreen key={id} id={id} faces={faces} />;
}
