import { useParams } from 'react-router-dom';
import { SubjectScreen } from '#features/exam-result/components/SubjectScreen.tsx';

/** `/mypage/mockexam/{id}/result/{id}`: the second id is the attempt of a subject. */
export function Component() {
  const { id = '', result = '' } = useParams();
  return <SubjectScreen key={`${id}/${result}`} id={id} result={result} />;
}
