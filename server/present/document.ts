import type * as z from 'zod/mini';
import type { documentSchema } from '#contracts/shopDocument.ts';
import type { DocumentHead } from '../domain/document/store.ts';

/** The title of a paper. */
function titleOf({ kind, facts }: Pick<DocumentHead, 'kind' | 'facts'>): string {
  if (kind === 'return_invoice') return facts.seller.invoiceNumber === null ? '返金明細書' : '適格返還請求書';
  return { receipt: '領収書', invoice: '適格請求書', outline: '概要書面', contract: '契約書面' }[kind];
}

/** A paper of an order as the API answers it; its PDF is at `url`. */
export function presentDocument(paper: DocumentHead): z.input<typeof documentSchema> {
  return {
    id: paper.id,
    order: paper.orderId,
    kind: paper.kind,
    title: titleOf(paper),
    number: paper.number,
    name: paper.name ?? '',
    honorific: paper.honorific ?? '',
    is_ready: paper.made !== null,
    url: `/api/shop/document/${paper.id}/`,
    created: paper.created.toISOString(),
    opened_at: paper.opened?.toISOString() ?? null,
    received_at: paper.received?.toISOString() ?? null,
    needs_confirmation: paper.kind === 'contract' && paper.received === null,
  };
}
