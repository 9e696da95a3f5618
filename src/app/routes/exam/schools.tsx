import { useParams } from 'react-router-dom';
import { SchoolList } from '#features/mock-exam/components/SchoolList.tsx';

/** `/mypage/mockexam/{id}/schoolinfo`. */
export function Component() {
  const { id = '' } = useParams();
  return <SchoolList key={id} id={id} />;
}
