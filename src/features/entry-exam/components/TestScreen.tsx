import { useEffect, useMemo } from 'react';
import { HttpError, isOutage } from '#shared/lib/errors.ts';
import { useObservable } from '#shared/lib/observable/useObservable.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionLink } from '#shared/ui/Action.tsx';
import { ErrorCard } from '#shared/ui/ErrorCard.tsx';
import { Loading } from '#shared/ui/Loading.tsx';
import { OfflineCard } from '#shared/ui/OfflineCard.tsx';
import { TextSkeleton } from '#shared/ui/Skeleton.tsx';
import { StateCard } from '#shared/ui/StateCard.tsx';
import { createEntryTest, type EntryTestStore } from '../entryTestStore.ts';
import { keptTests } from '../keptTests.ts';
import { runningOf } from '../model.ts';
import { texts } from '../texts.ts';
import { Lobby } from './Lobby.tsx';
import { ResultView } from './ResultView.tsx';
import { Running } from './Running.tsx';
import styles from './Test.module.css';

/**
 * The test behind a mailed link or, without a token, the test this device opened last. `key` must contain the token.
 * `onOpened`: the device has stored the test, so the token can leave the address. `onForgotten`: the test was deleted
 * from this device.
 */
export function TestScreen({
  token,
  onOpened,
  onForgotten,
}: {
  token: string | null;
  onOpened: () => void;
  onForgotten: () => void;
}) {
  const isKnown = token !== null || keptTests.find(null) !== null;
  return (
    <div className={styles.page}>
      {isKnown ? (
        <Opened token={token} onOpened={onOpened} onForgotten={onForgotten} />
      ) : (
        <NoLink title={texts.needsLink} body={texts.needsLinkBody} />
      )}
    </div>
  );
}

function NoLink({ title, body }: { title: string; body: string }) {
  return (
    <StateCard
      picture="letter"
      title={title}
      level={1}
      testId="no-link"
      actions={
        <ActionLink to={paths.entryExam()} look="primary">
          {texts.again}
        </ActionLink>
      }
    >
      {body}
    </StateCard>
  );
}

function Opened({
  token,
  onOpened,
  onForgotten,
}: {
  token: string | null;
  onOpened: () => void;
  onForgotten: () => void;
}) {
  const store = useMemo(() => createEntryTest(token), [token]);
  const { kept, isLasting, error } = useObservable(store);
  useEffect(() => store.start(), [store]);
  const isHere = token !== null && kept !== null && isLasting;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, when the device has it
  useEffect(() => {
    if (isHere) onOpened();
  }, [isHere]);
  const isOver = error instanceof HttpError && error.status === 410;
  if (isOver && !kept?.test.result) return <NoLink title={texts.over} body={texts.overBody} />;
  if (kept) return <Stage store={store} onForgotten={onForgotten} />;
  if (!error) return <Loading shape={<TextSkeleton lines={6} />} onReload={() => void store.refresh()} />;
  if (isOutage(error)) return <OfflineCard level={1} onRetry={() => void store.refresh()} />;
  return <ErrorCard error={error} level={1} onRetry={() => void store.refresh()} />;
}

function Stage({ store, onForgotten }: { store: EntryTestStore; onForgotten: () => void }) {
  const { kept } = useObservable(store);
  if (!kept) return null;
  const { result } = kept.test;
  const running = runningOf(kept);
  if (result) {
    return (
      <ResultView
        kept={kept}
        result={result}
        onForget={() => {
          store.forget();
          onForgotten();
        }}
      />
    );
  }
  if (running) return <Running key={running.id} store={store} kept={kept} sitting={running} />;
  return <Lobby store={store} kept={kept} />;
}
