import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Keys } from '../../keys.ts';

/**
 * Seals what has to be stored and is nobody's business: who pays, a card's token, the names of a trade (money.md 2).
 * Who only has the database cannot read it. Open it with `openSealed`.
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
