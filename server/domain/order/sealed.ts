import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Keys } from '../../keys.ts';

/**
 * Seals stored values that are confidential: the payer, a card's token, the gateway's names of a transaction
 * (money.md 2). Somebody who has only the database cannot read them. Open them with `openSealed`.
 */
export function sealValue(keys: Pick<Keys, 'sealing'>, value: unknown): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return new CompactEncrypt(bytes)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(new Uint8Array(keys.sealing));
}

/** What was sealed; the caller vouches for its shape. Throws when it was sealed with another secret. */
export async function openSealed<Value>(keys: Pick<Keys, 'sealing'>, sealed: string): Promise<Value> {
  const { plaintext } = await compactDecrypt(sealed, new Uint8Array(keys.sealing));
  return JSON.parse(new TextDecoder().decode(plaintext)) as Value;
}
