import { useState } from 'react';
import { leaveForBank } from './leaveForBank.ts';

/** How long after a return from the bank the check may still look open, ms. */
const returnPatienceMs = 60_000;
/** How long the bank's page may take to load, ms. */
const leavePatienceMs = 15_000;

/**
 * The way to the page of a card's bank and back (money.md 4.5). A person who comes back, or finds the check open later,
 * is not sent there again automatically: they press a button.
 *
 * @param before records that this window goes to an address, and what the return needs to know.
 */
export function useBankVisit(before: (url: string) => void): {
  isLeaving: boolean;
  /** Address of the bank's page behind the button; `null`: no button. */
  open: string | null;
  leave: (url: string) => void;
  /** No check is open at the bank. */
  clear: () => void;
  /**
   * A check is open at the bank, and this window has been there or was opened later.
   *
   * @param isBack just returned: the server may not have finished yet, so nothing is shown for a while.
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
      // If the page is still here after this time, the navigation failed: show the button.
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
