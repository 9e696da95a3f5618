import { hash, verify } from '@node-rs/argon2';
import { inLane } from './hashLanes.ts';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. (The library's default kind is argon2id.) */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Hashes a password for storing, as a PHC string. `network`: the caller's (`clientNetwork`). Throws 429 `busy`
 * (hashLanes.ts).
 */
export function hashPassword(password: string, network: string): Promise<string> {
  return inLane(network, () => hash(password, cost));
}

/** Hash of 32 random bytes that nobody kept, made with the cost above. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$du8luaogDaB2WkYAWzxFgQ$iryP0m6rMmHypdf2DTl2VFzv2LfHs81GtkWe4yW8uDc';

/**
 * Whether the password fits. Without a stored hash the same work is done, so that the time tells nothing. `network`:
 * the caller's; throws 429 `busy` (hashLanes.ts). `admit` runs when it is this caller's turn, before the password is
 * checked: if it throws, the error is passed on and nothing is hashed.
 */
export async function verifyPassword(
  stored: string | null,
  password: string,
  network: string,
  admit: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  const fits = await inLane(network, async () => {
    await admit();
    return verify(stored ?? nobody, password);
  });
  return stored !== null && fits;
}
