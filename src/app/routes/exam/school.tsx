import { useParams } from 'react-router-dom';
import { SchoolSearch } from '#features/mock-exam/components/SchoolSearch.tsx';

/** `/mypage/mockexam/{id}/schoolinfo/{desired_rank}`. */
export function Component() {
  const { id = '', desired_rank = '' } = useParams();
  return <SchoolSearch key={`${id}/${desired_rank}`} id={id} rank={Number(desired_rank)} />;
}
