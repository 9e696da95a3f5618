import { addressInputSchema, addressSchema, postalSchema } from '#contracts/accountSettings.ts';
import type { Operation } from '../../operation.ts';

/** The operations of this resource, for the OpenAPI document. */
export const addressOperations: Operation[] = [
  { method: 'get', path: '/accounts/address/', summary: '住所', auth: 'user', answer: addressSchema },
  {
    method: 'put',
    path: '/accounts/address/',
    summary: '住所を保存する',
    auth: 'user',
    body: addressInputSchema,
    answer: addressSchema,
  },
  {
    method: 'get',
    path: '/api/master/postal/{code}/',
    summary: '郵便番号(7桁)から住所を探す',
    auth: 'none',
    answer: postalSchema,
  },
];
