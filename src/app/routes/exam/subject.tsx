import { useParams } from 'react-router-dom';
import { SubjectScreen } from '#features/exam-result/components/SubjectScreen.tsx';
import { useAddToReview } from '#features/review/components/AddToReview.tsx';

/** `/mypage/mockexam/{id}/result/{id}`: the second id is the attempt of a subject. */
export function Component() {
  const { id = '', result = '' } = useParams();
  const addOf = useAddToReview(id);
  return <SubjectScreen key={`${id}/${result}`} id={id} result={result} addOf={addOf} />;
}
