import { useParams } from 'react-router-dom';
import { EntrySuccess } from '#features/mock-exam/components/EntrySuccess.tsx';

/** `/mypage/mockexam/{id}/success`. */
export function Component() {
  const { id = '' } = useParams();
  return <EntrySuccess key={id} id={id} />;
}
