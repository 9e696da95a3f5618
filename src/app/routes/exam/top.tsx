import { useParams } from 'react-router-dom';
import { ExamTop } from '#features/mock-exam/components/ExamTop.tsx';

/** `/mypage/mockexam/{id}`. */
export function Component() {
  const { id = '' } = useParams();
  return <ExamTop key={id} id={id} />;
}
