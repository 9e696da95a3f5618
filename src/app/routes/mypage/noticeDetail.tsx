import { useParams } from 'react-router-dom';
import { NoticeDetail } from '#features/notice/components/NoticeDetail.tsx';

/** `/mypage/notice/{id}`: one notice; keyed by id, so the next one starts with fresh state. */
export function Component() {
  const { id = '' } = useParams();
  return <NoticeDetail key={id} id={id} />;
}
