/** Sends a card's command to the gateway: the network part, outside of every transaction (R1). */
import type { CardRow } from '../../db/schema/subscription.ts';
import type { Deps } from '../../deps.ts';
import type { Access, Failure, KeptCard } from '../../payment/port.ts';
import { openSealed } from '../order/sealed.ts';
import { returnUrl } from '../order/send.ts';
import type { ClaimedCard } from './commands.ts';
import type { CardSecret } from './start.ts';

/** Result of a card's command. `face`: as the gateway keeps it, if it could be read. */
export type CardOutcome =
  | { kind: 'entered'; access: Access }
  | { kind: 'redirect'; url: string }
  | { kind: 'checked' }
  | { kind: 'member_made' }
  | { kind: 'kept'; seq: string; last4: string; expiry: string }
  | { kind: 'card_deleted' }
  | Failure;

const missing = (code: string): Failure => ({
  kind: 'not_started',
  codes: [code],
  repeat: false,
  alarm: true,
});

async function entry({ gateway }: Deps, { gatewayOrderId }: CardRow): Promise<CardOutcome> {
  const asked = { gatewayOrderId, method: 'card_check', amount: 0, authentication: '3ds' } as const;
  const answer = await gateway.entry(asked);
  return answer.kind === 'ok' ? { kind: 'entered', access: answer.access } : answer;
}

async function exec(deps: Deps, card: CardRow): Promise<CardOutcome> {
  if (card.access === null || card.secret === null) return missing('no_secret');
  const { source, email, phone } = await openSealed<CardSecret>(deps.keys, card.secret);
  const answer = await deps.gateway.execCard({
    gatewayOrderId: card.gatewayOrderId,
    access: await openSealed<Access>(deps.keys, card.access),
    card: source,
    method: 'card_check',
    returnUrl: returnUrl(deps, card.returnRef),
    buyer: { email, ...(phone === null ? {} : { phone }) },
    keepsCard: true,
  });
  if (answer.kind !== 'ok') return answer;
  return answer.outcome === 'redirect' ? { kind: 'redirect', url: answer.url } : { kind: 'checked' };
}

async function finish(deps: Deps, card: CardRow): Promise<CardOutcome> {
  if (card.access === null) return missing('no_access');
  const access = await openSealed<Access>(deps.keys, card.access);
  const answer = await deps.gateway.finishCard({ gatewayOrderId: card.gatewayOrderId, access });
  return answer.kind === 'ok' ? { kind: 'checked' } : answer;
}

/** Keeps the card, then reads its expiry. A failure of that reading alone does not make the keeping unknown. */
async function keep({ gateway }: Deps, { gatewayOrderId, memberId }: CardRow): Promise<CardOutcome> {
  const answer = await gateway.keepCardOf({ gatewayOrderId, memberId });
  if (answer.kind !== 'ok') return answer;
  const { seq, last4 } = answer.card;
  const listed = await gateway.listCards(memberId);
  const all: KeptCard[] = listed.kind === 'ok' ? (listed.cards ?? []) : [];
  return { kind: 'kept', seq, last4, expiry: all.find((one) => one.seq === seq)?.expiry ?? '' };
}

async function say(deps: Deps, { kind }: ClaimedCard, card: CardRow): Promise<CardOutcome> {
  switch (kind) {
    case 'card_entry':
      return entry(deps, card);
    case 'card_exec':
      return exec(deps, card);
    case 'card_finish':
      return finish(deps, card);
    case 'card_member': {
      const answer = await deps.gateway.createMember(card.memberId);
      return answer.kind === 'ok' ? { kind: 'member_made' } : answer;
    }
    case 'card_keep':
      return keep(deps, card);
    case 'card_delete': {
      if (card.cardSeq === null) return { kind: 'card_deleted' };
      const answer = await deps.gateway.deleteCard({ memberId: card.memberId, cardSeq: card.cardSeq });
      return answer.kind === 'ok' ? { kind: 'card_deleted' } : answer;
    }
  }
}

/** Sends one command and answers its result. Throws nothing: after an error on the way the result is unknown (R2). */
export async function sendCardCommand(deps: Deps, command: ClaimedCard, card: CardRow): Promise<CardOutcome> {
  try {
    return await say(deps, command, card);
  } catch (error) {
    deps.log.error('card_send_failed', {
      command: command.kind,
      error: error instanceof Error ? error.name : 'unknown',
    });
    return { kind: 'unknown', why: 'reset', codes: [], alarm: true };
  }
}
