import { useParams } from 'react-router-dom';
import { PracticeQuestion } from '#features/exam-room/components/PracticeQuestion.tsx';
import { CardSound } from '#features/review/components/CardSound.tsx';
import { type Front, SessionScreen } from '#features/review/components/SessionScreen.tsx';
import { fileOf } from '#features/review/files.ts';

/** A card shows its question as the exam did, with its instruction and its sound. */
const front: Front = ({ card, ...asked }) => (
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

/** `/mypage/konoshiki/review/{id}`: the id names the session, such as `today`. */
export function Component() {
  const { id = '' } = useParams();
  return <SessionScreen key={id} id={id} front={front} />;
}
