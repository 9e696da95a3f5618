import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. (The library's default kind is argon2id.) */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Passwords worked on at once. Hashing takes threads of the pool that also checks access tokens and reads files: a
 * burst of logins must leave some of its four to everybody else.
 */
const lanes = Math.min(availableParallelism(), 2);
let busy = 0;
const waiting: (() => void)[] = [];

async function inLane<Result>(work: () => Promise<Result>): Promise<Result> {
  if (busy < lanes) busy += 1;
  else await new Promise<void>((enter) => waiting.push(enter));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  }
}

/** Hashes a password for storing, as a PHC string. */
export function hashPassword(password: string): Promise<string> {
  return inLane(() => hash(password, cost));
}

/** Hash of 32 random bytes that nobody kept, made with the cost above. */
const nobody =
  '$argon2id$v=19$m=19456,t=2,p=1$du8luaogDaB2WkYAWzxFgQ$iryP0m6rMmHypdf2DTl2VFzv2LfHs81GtkWe4yW8uDc';

/** Whether the password fits. Without a stored hash the same work is done, so that time tells nothing. */
export async function verifyPassword(stored: string | null, password: string): Promise<boolean> {
  const fits = await inLane(() => verify(stored ?? nobody, password));
  return stored !== null && fits;
}
