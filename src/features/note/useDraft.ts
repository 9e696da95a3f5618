import { useCallback, useEffect, useState } from 'react';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { dropKept, findDraft, keepDraft, type NoteDraft } from './drafts.ts';

/**
 * The draft with the given key, stored on the device with every keystroke. `undefined` until the stored draft has been
 * read; `null`: nothing is being written. The last function removes a saved text from the screen, but not what was
 * typed since then. The stored copy is deleted by the saving itself, see `putWritten`.
 */
export function useDraft(
  key: string,
): [
  draft: NoteDraft | null | undefined,
  change: (draft: NoteDraft | null) => void,
  dropSaved: (body: string) => void,
] {
  const [state, setState] = useState<{ key: string; draft: NoteDraft | null }>();
  useEffect(() => {
    let isGone = false;
    findDraft(currentDb(), key).then(
      (stored) => {
        if (!isGone) setState((now) => (now?.key === key ? now : { key, draft: stored }));
      },
      () => {
        if (!isGone) setState((now) => (now?.key === key ? now : { key, draft: null }));
      },
    );
    return () => {
      isGone = true;
    };
  }, [key]);
  const change = useCallback(
    (draft: NoteDraft | null) => {
      setState({ key, draft });
      void keepDraft(currentDb(), key, draft);
    },
    [key],
  );
  const dropSaved = useCallback(
    (body: string) => {
      dropKept(currentDb(), key, body);
      setState((now) => (now?.key === key && now.draft?.body === body ? { key, draft: null } : now));
    },
    [key],
  );
  return [state?.key === key ? state.draft : undefined, change, dropSaved];
}
