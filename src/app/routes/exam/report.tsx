import { useParams } from 'react-router-dom';
import { ReportScreen } from '#features/exam-result/components/ReportScreen.tsx';

/** `/mypage/mockexam/{id}/result`. */
export function Component() {
  const { id = '' } = useParams();
  return <ReportScreen key={id} id={id} />;
}
