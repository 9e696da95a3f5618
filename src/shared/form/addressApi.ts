import { type Address, addressSchema } from '#contracts/accountSettings.ts';
import { getJson } from '#shared/lib/http/json.ts';
import type { AskOptions } from '#shared/lib/public/useAnswer.ts';

/** The address of the account; empty fields: none is stored. */
export function getAddress(options: AskOptions): Promise<Address> {
  return getJson('accounts/address/', { ...options, schema: addressSchema });
}
