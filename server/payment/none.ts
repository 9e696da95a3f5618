import type { Failure, PaymentGateway } from './port.ts';

/** What every call answers where nothing can be paid: it had no effect, and the same again would not help. */
const closed: Failure = { kind: 'not_started', codes: ['no_gateway'], repeat: false, alarm: true };
const refuse = () => Promise.resolve(closed);

/**
 * No gateway (money.md 3.3): only what costs nothing can be had, and that needs no call. An executor that calls
 * nevertheless hears that nothing was started.
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
