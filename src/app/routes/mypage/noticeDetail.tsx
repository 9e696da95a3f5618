import { useParams } from 'react-router-dom';
import { NoticeDetail } from '#features/notice/components/NoticeDetail.tsx';

/** `/mypage/notice/{id}`: one notice; each has its own state, so the next one starts fresh. */
export function Component() {
  const { id = '' } = useParams();
  return <NoticeDetail key={id} id={id} />;
}
