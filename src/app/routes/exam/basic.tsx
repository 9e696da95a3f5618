import { useParams } from 'react-router-dom';
import { BasicForm } from '#features/mock-exam/components/BasicForm.tsx';

/** `/mypage/mockexam/{id}/basicinfo`. */
export function Component() {
  const { id = '' } = useParams();
  return <BasicForm key={id} id={id} />;
}
