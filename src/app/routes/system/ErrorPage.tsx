import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { HttpError } from '#shared/lib/errors.ts';
import { ChunkLoadError, reloadForChunk } from '#shared/lib/loading/chunkReload.ts';
import { paths } from '#shared/lib/pages/paths.ts';
import { ActionButton, ActionLink } from '#shared/ui/Action.tsx';
import { pendingAddress } from '../../navigator.ts';
import { ScreenCard } from './ScreenCard.tsx';
import { texts } from './texts.ts';

/**
 * The router remembers a route whose chunk failed and never loads it again, so a later visit also needs a full load
 * (session.md 12.1). The guard of 10 s prevents a second load, so that the first visit stays on the error page.
 */
function useLaterReload(isChunk: boolean): void {
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    const address = pathname + search + hash;
    if (isChunk) void reloadForChunk(address, () => pendingAddress() === address);
  }, [isChunk, pathname, search, hash]);
}

/** The page for errors that no inner boundary could show (specification.md 8). It works without any further chunk. */
export function ErrorPage({ error }: { error: unknown }) {
  const isChunk = error instanceof ChunkLoadError;
  useLaterReload(isChunk);
  const receipt = error instanceof HttpError && error.requestId ? texts.receipt(error.requestId) : undefined;
  return (
    <ScreenCard
      picture={isChunk ? 'offline' : 'trouble'}
      title={isChunk ? texts.chunk : texts.error}
      testId="error-page"
      note={receipt}
      actions={
        <>
          <ActionButton look="primary" onClick={() => location.reload()}>
            {texts.reload}
          </ActionButton>
          <ActionLink to={paths.mypage()} reloadDocument>
            {texts.toMypage}
          </ActionLink>
        </>
      }
    >
      <p>{isChunk ? texts.chunkBody : texts.errorBody}</p>
    </ScreenCard>
  );
}
