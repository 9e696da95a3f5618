import { cvsCodes } from '#contracts/shopCheckout.ts';
import type { Log } from '../../log.ts';
import type { PaymentGateway } from '../port.ts';
import type { GmoSettings } from '../settings.ts';
import { sourceCheck } from '../sources.ts';
import { type CallLimits, createCaller } from './call.ts';
import { cancelAll, entryCard, execCard, finishCard, lowerAmount } from './card.ts';
import { checked, type Gmo } from './context.ts';
import { createMember, deleteCard, keepCardOf, listCards } from './members.ts';
import { readNotification } from './notification.ts';
import { search } from './search.ts';
import { cancelSlip, entrySlip, issueBank, issueCvs, transfers } from './slips.ts';

export type GmoOptions = {
  settings: GmoSettings;
  limits: CallLimits;
  log: Log;
  kind: 'gmo' | 'scripted';
  notifySources: readonly string[];
  /** Pages for a person, of the scripted gateway only. */
  counterUrl: string | null;
};

/** The protocol client (money.md 3.1), as an implementation of our port. */
export function createGmoGateway(options: GmoOptions): PaymentGateway {
  const { settings, limits, log } = options;
  const gmo: Gmo = { settings, log, caller: createCaller(settings.apiBase, limits, log) };
  return {
    capabilities: {
      kind: options.kind,
      card: { scriptUrl: settings.tokenScriptUrl, shopId: settings.shopId, keys: settings.tokenKeys },
      cvs: { stores: cvsCodes },
      bank: true,
      counterUrl: options.counterUrl,
    },
    async entry(request) {
      const isCard = request.method === 'card' || request.method === 'card_check';
      const answer = await (isCard ? entryCard(gmo, request) : entrySlip(gmo, request));
      return checked(answer, (read) => ({
        access: { id: read.AccessID ?? '', pass: read.AccessPass ?? '' },
      }));
    },
    execCard: (request) => execCard(gmo, request),
    finishCard: (trade) => finishCard(gmo, trade),
    issueCvs: (request) => issueCvs(gmo, request),
    issueBank: (request) => issueBank(gmo, request),
    cancelSlip: (trade) => cancelSlip(gmo, trade),
    lowerAmount: (request) => lowerAmount(gmo, request),
    cancelAll: (request) => cancelAll(gmo, request),
    search: (trade) => search(gmo, trade),
    transfers: (trade) => transfers(gmo, trade),
    createMember: (memberId) => createMember(gmo, memberId),
    keepCardOf: (request) => keepCardOf(gmo, request),
    listCards: (memberId) => listCards(gmo, memberId),
    deleteCard: (request) => deleteCard(gmo, request),
    readNotification: (body) => readNotification(settings.shopId, body),
    takesNotificationFrom: sourceCheck(options.notifySources),
  };
}
