import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom';
import { ExamScreen } from '#features/exam-room/components/ExamScreen.tsx';
import { useMockexamSubject } from '#features/mock-exam/useSubject.ts';
import { mockexamBase } from '#shared/lib/exam/attemptCalls.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useOwner } from '../../useOwner.ts';

/**
 * `/mypage/mockexam/{id}/exam`, its review and its receipt: one module, so that nothing is fetched once the time runs.
 */
export function Component() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const subject = query.get('subject') ?? '';
  const practice = query.get('practice') === '1';
  const { pathname } = useLocation();
  const owner = useOwner();
  const found = useMockexamSubject(id, subject);
  if (subject === '' || found.isUnknown) return <Navigate to={paths.mockexamTop(id)} replace={true} />;
  if (owner === null) return null;
  const view = pathname.endsWith('/checkpage')
    ? 'check'
    : pathname.endsWith('/checkresult')
      ? 'result'
      : 'exam';
  const of = (page: string) => (practice ? `${page}&practice=1` : page);
  const pages = {
    exam: of(paths.mockexamExam(id, subject)),
    check: of(paths.mockexamCheckpage(id, subject)),
    result: of(paths.mockexamCheckresult(id, subject)),
    back: paths.mockexamTop(id),
    report: paths.mockexamResult(id),
  };
  const place = {
    base: mockexamBase(id),
    kind: found.kind,
    exam: id,
    subject,
    examName: found.examName,
    subjectName: found.subjectName,
    practice,
  };
  return (
    <ExamScreen
      key={`${owner}/${id}/${subject}/${practice}`}
      userId={owner}
      place={place}
      view={view}
      pages={pages}
      next={practice ? null : found.next}
      facts={practice ? found.practiceFacts : found.facts}
      source={found.source}
    />
  );
}
