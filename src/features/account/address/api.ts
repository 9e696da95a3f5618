import {
  type Address,
  type AddressInput,
  addressSchema,
  type Postal,
  postalSchema,
} from '#contracts/accountSettings.ts';
import { getJson, sendJson } from '#shared/lib/http/json.ts';

/** Saves the address. */
export function putAddress(body: AddressInput, idempotencyKey: string): Promise<Address> {
  return sendJson('PUT', 'accounts/address/', { body, idempotencyKey, schema: addressSchema });
}

/** Places for a postal code of seven digits; rejects with 404 when there is none. */
export function getPostal(code: string): Promise<Postal> {
  return getJson(`/api/master/postal/${code}/`, { schema: postalSchema });
}
