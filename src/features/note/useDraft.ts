import { useCallback, useEffect, useState } from 'react';
import { currentDb } from '#shared/lib/db/userDb.ts';
import { type NoteDraft, readDraft, writeDraft } from './drafts.ts';

/**
 * The text that is being written under a name, kept on the device with every keystroke. `undefined` until what was
 * left from last time is read; `null`: nothing is being written.
 */
export function useDraft(key: string): [NoteDraft | null | undefined, (draft: NoteDraft | null) => void] {
  const [state, setState] = useState<{ key: string; draft: NoteDraft | null }>();
  useEffect(() => {
    let isGone = false;
    readDraft(currentDb(), key).then(
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
      writeDraft(currentDb(), key, draft).catch((error: unknown) =>
        console.warn('note: the draft could not be stored', error),
      );
    },
    [key],
  );
  return [state?.key === key ? state.draft : undefined, change];
}
