import type { Failure, PaymentGateway } from './port.ts';

/** The answer to every call where nothing can be paid: it had no effect, and a repetition would not help. */
const closed: Failure = { kind: 'not_started', codes: ['no_gateway'], repeat: false, alarm: true };
const refuse = () => Promise.resolve(closed);

/**
 * No gateway (money.md 3.3): only free things can be ordered, and they need no call. If an executor calls it
 * nevertheless, the answer is that nothing was started.
 */
export function noGateway(): PaymentGateway {
  return {
    capabilities: { kind: 'none', card: null, cvs: null, bank: false, counterUrl: null },
    entry: refuse,
    execCard: refuse,
    finishCard: refuse,
    issueCvs: refuse,
    issueBank: refuse,
    cancelSlip: refuse,
    lowerAmount: refuse,
    cancelAll: refuse,
    search: refuse,
    transfers: refuse,
    createMember: refuse,
    keepCardOf: refuse,
    listCards: refuse,
    deleteCard: refuse,
    readNotification: () => ({ kind: 'foreign' }),
    takesNotificationFrom: () => false,
  };
}
