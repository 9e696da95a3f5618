import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { EntryLanding } from '#features/entry-exam/components/EntryLanding.tsx';
import { resultTexts } from '#features/entry-exam/texts.ts';
import { ExamPicture } from '#features/site/components/ExamPicture.tsx';
import { loadAgain } from '#shared/lib/loading/loadAgain.ts';
import { blueAlert } from '#shared/lib/observable/blueAlert.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { LatePart } from '#shared/ui/LatePart.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import styles from '#shared/ui/landing/landing.module.css';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';

/** Most visitors only read the landing page. A test loads everything it needs at once, before its time can run. */
const loadTest = loadAgain(() => import('#features/entry-exam/components/TestScreen.tsx'));

function Waiting() {
  return (
    <div className={styles.alone}>
      <Loading shape={<TextSkeleton lines={6} />} />
    </div>
  );
}

/**
 * `/entry-exam` (product.md 2.2.A): the landing page; with `?token=` the test behind a mailed link. Once the device has
 * the test, the token is removed from the address, so that it does not stay in the history of a shared family device.
 * `?view=test` then replaces it.
 */
export function Component() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const token = query.get('token');
  const [opened, setOpened] = useState(token);
  if (token !== null && token !== opened) setOpened(token);
  if (token === null && query.get('view') !== 'test') return <EntryLanding picture={<ExamPicture />} />;
  return (
    <LatePart load={loadTest} waiting={<Waiting />}>
      {({ TestScreen }) => (
        <TestScreen
          key={opened}
          token={opened}
          onOpened={() => void navigate({ search: '?view=test' }, { replace: true })}
          onForgotten={() => {
            setOpened(null);
            blueAlert.show(resultTexts.forgotten);
            void navigate(paths.entryExam(), { replace: true });
          }}
        />
      )}
    </LatePart>
  );
}
