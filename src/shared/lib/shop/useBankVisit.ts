import { useState } from 'react';
import { leaveForBank } from './leaveForBank.ts';

/** How long after a return from the bank the challenge may still look open, ms. */
const returnPatienceMs = 60_000;
/** How long the bank's page may take to come, ms. */
const leavePatienceMs = 15_000;

/**
 * The way to the page of a card's bank and back (money.md 4.5). Who comes back from there, or finds the challenge later, is
 * not sent away again by itself: they press.
 *
 * @param before notes that this window goes to an address, and what the way back has to know.
 */
export function useBankVisit(before: (url: string) => void): {
  isLeaving: boolean;
  /** The bank's page waits there for who presses; `null`: it does not. */
  open: string | null;
  leave: (url: string) => void;
  /** Nothing waits at the bank. */
  clear: () => void;
  /**
   * Something waits at the bank's page, and this window has been there or was opened later.
   *
   * @param isBack just returned: the server may not have finished yet, so that nothing is said for a while.
   */
  wait: (url: string, isBack: boolean, waitedMs: number) => void;
} {
  const [isLeaving, setLeaving] = useState(false);
  const [open, setOpen] = useState<string | null>(null);
  return {
    isLeaving,
    open,
    leave: (url) => {
      before(url);
      setOpen(null);
      setLeaving(true);
      // A page that is still here after that was not left: its owner can press.
      setTimeout(() => {
        setLeaving(false);
        setOpen(url);
      }, leavePatienceMs);
      leaveForBank(url);
    },
    clear: () => setOpen(null),
    wait: (url, isBack, waitedMs) => {
      setLeaving(false);
      setOpen(isBack && waitedMs < returnPatienceMs ? null : url);
    },
  };
}
