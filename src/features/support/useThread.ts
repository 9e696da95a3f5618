import { useEffect, useRef, useState } from 'react';
import type { Inquiry } from '#contracts/support.ts';
import { HttpError } from '#shared/lib/errors.ts';
import { useAnswer } from '#shared/lib/public/useAnswer.ts';
import { accessTo, copyOfThread, rememberRight } from './access.ts';
import { getInquiry, openLink } from './api.ts';

/** The result of opening a mailed link. */
export type LinkState =
  | { kind: 'opening' }
  | { kind: 'open'; id: string }
  | { kind: 'failed'; error: unknown };

/**
 * Exchanges the token of a mailed link for the right to its inquiry, once. A link that was already opened in this tab
 * still works. Without a token nothing is exchanged.
 */
export function useMailedLink(id: string, token: string | null): { state: LinkState; retry: () => void } {
  const [state, setState] = useState<LinkState>(() =>
    token === null ? { kind: 'open', id } : { kind: 'opening' },
  );
  const [nth, setNth] = useState(0);
  const asked = useRef(-1);
  useEffect(() => {
    if (token === null || asked.current === nth) return;
    asked.current = nth;
    openLink(token).then(
      (opened) => {
        rememberRight(opened.id, opened.access, opened.expires_at);
        setState({ kind: 'open', id: opened.id });
      },
      (error: unknown) => {
        const isUsed = error instanceof HttpError && error.status === 410;
        setState(isUsed && accessTo(id) !== null ? { kind: 'open', id } : { kind: 'failed', error });
      },
    );
  }, [token, id, nth]);
  return {
    state,
    retry: () => {
      setState({ kind: 'opening' });
      setNth(nth + 1);
    },
  };
}

/** The thread of an inquiry, for its member or for somebody who opened its link. */
export function useThread(id: string, owner: string) {
  return useAnswer<Inquiry>((options) => getInquiry(id, accessTo(id), options), copyOfThread(id, owner));
}
