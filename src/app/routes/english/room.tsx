import { useParams, useSearchParams } from 'react-router-dom';
import { UnknownTest } from '#features/english/components/UnknownTest.tsx';
import { roomPages, useEnglishSubject } from '#features/english/useSubject.ts';
import { ExamScreen, type ExamView } from '#features/exam-room/components/ExamScreen.tsx';
import { useOwner } from '../../useOwner.ts';
import { NotFound } from '../system/NotFound.tsx';

const views = ['check', 'result'] as const;

/** `/mypage/english/{id}`: the same exam engine, with the page and, of a result, the attempt in the query. */
export function Component() {
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const view = views.find((one) => one === query.get('view')) ?? 'exam';
  const practice = query.get('practice') === '1';
  // What is known of one test is nothing for another.
  return (
    <Room key={`${id}/${practice}`} id={id} view={view} practice={practice} asked={query.get('attempt')} />
  );
}

function Room({
  id,
  view,
  practice,
  asked,
}: {
  id: string;
  view: ExamView;
  practice: boolean;
  asked: string | null;
}) {
  const owner = useOwner();
  const found = useEnglishSubject(owner, id, { practice, isReceipt: view === 'result' });
  const { place, facts, tests, why } = found;
  if (owner === null) return null;
  if (place === null) return why === 'none' ? <NotFound /> : <UnknownTest tests={tests} why={why} />;
  return (
    <ExamScreen
      key={`${owner}/${id}/${practice}`}
      userId={owner}
      place={place}
      view={view}
      pages={roomPages(id, practice)}
      next={null}
      facts={facts}
      source={tests}
      asked={asked}
    />
  );
}
