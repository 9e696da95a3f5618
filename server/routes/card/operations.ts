import {
  cardInputSchema,
  cardListSchema,
  cardPatchSchema,
  cardSchema,
  cardStatusSchema,
} from '#contracts/shopCard.ts';
import { get, type Operation, remove, write } from '../../operation.ts';

const path = '/accounts/card/';

/** The operations of this resource, for the OpenAPI document. */
export const cardOperations: Operation[] = [
  get(path, '保存したカード', cardListSchema),
  {
    ...write('post', path, 'カードを保存する。カード会社の確認(本人認証)の後に使えるようになる', {
      body: cardInputSchema,
      answer: cardStatusSchema,
      errors: { 409: 'card_limit, method_closed', 429: 'card_locked, rate' },
    }),
    status: 202,
  },
  get(`${path}{id}/status/`, 'カードの確認の状況', cardStatusSchema),
  write('patch', `${path}{id}/`, 'いつも使うカードにする', {
    body: cardPatchSchema,
    answer: cardSchema,
    errors: { 404: 'not_found' },
  }),
  { ...remove(`${path}{id}/`, 'カードを削除する'), errors: { 404: 'not_found', 409: 'card_in_use' } },
];
