import { Navigate, useParams, useSearchParams } from 'react-router-dom';
import { practicePath, useEnglishSubject } from '#features/english/useTests.ts';
import { ExamScreen } from '#features/exam-room/components/ExamScreen.tsx';
import { englishBase } from '#shared/lib/exam/attemptCalls.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { useOwner } from '../../useOwner.ts';

const views = ['check', 'result'] as const;

/** `/mypage/english/{id}`: the same exam engine, with the page of the test in the query. */
export function Component() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const asked = query.get('view');
  const practice = query.get('practice') === '1';
  const owner = useOwner();
  const { isUnknown, test, facts, practiceFacts } = useEnglishSubject(id);
  if (isUnknown) return <Navigate to={paths.english()} replace={true} />;
  if (owner === null) return null;
  const exam = paths.englishTest(id);
  const of = (view: string) => `${exam}?view=${view}${practice ? '&practice=1' : ''}`;
  const pages = {
    exam: practice ? practicePath(id) : exam,
    check: of('check'),
    result: of('result'),
    back: paths.english(),
    report: paths.englishAnswer(id),
  };
  const place = {
    base: englishBase(id),
    kind: 'english' as const,
    exam: id,
    subject: test?.subject ?? '',
    examName: test?.name ?? '',
    subjectName: test?.name ?? '',
    practice,
  };
  // The list of tests says which subject it is; this device may already know it from an attempt.
  if (!test) return null;
  return (
    <ExamScreen
      key={`${owner}/${id}/${practice}`}
      userId={owner}
      place={place}
      view={views.find((view) => view === asked) ?? 'exam'}
      pages={pages}
      next={null}
      facts={practice ? practiceFacts : facts}
    />
  );
}
