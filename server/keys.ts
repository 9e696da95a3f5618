import { createHmac, createSecretKey, type KeyObject, randomBytes, type webcrypto } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Keys made from the server's one secret, each for one use. Those of HMACs are key objects: with a buffer, Node takes
 * five times as long for each hash.
 */
export type Keys = {
  /** HS256 key of access tokens. */
  access: webcrypto.CryptoKey;
  /** Key of signed media addresses. */
  media: KeyObject;
  /** HMAC key of short codes: without it their hashes could be guessed. */
  codes: KeyObject;
  /** HMAC key for stored hashes of guessable values: requests with a password in them, addresses. */
  guessable: KeyObject;
  /** AES-256 key of mails that wait to be sent. */
  sealing: Uint8Array;
  /** AES-256 key that seals the keys of question packs (exams.md 3.3). */
  examPack: Uint8Array;
  /** HMAC key of attempt tokens and of the seeds of event logs (exams.md 3.4). */
  attempt: KeyObject;
  /** HMAC key of receipts and their seals (exams.md 3.8). */
  receipt: KeyObject;
};

/** Makes the keys. The same secret gives the same keys in every process. */
export async function deriveKeys(secret: string): Promise<Keys> {
  const key = (use: string) => createHmac('sha256', secret).update(`konomanavi:${use}`).digest();
  const hmacKey = (use: string) => createSecretKey(key(use));
  const access = await crypto.subtle.importKey(
    'raw',
    key('access'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['sign', 'verify'],
  );
  return {
    access,
    media: hmacKey('media'),
    codes: hmacKey('codes'),
    guessable: hmacKey('guessable'),
    sealing: new Uint8Array(key('sealing')),
    examPack: new Uint8Array(key('exam-pack')),
    attempt: hmacKey('exam-attempt'),
    receipt: hmacKey('exam-receipt'),
  };
}

/**
 * Keyed hash of a text that could be guessed (a short text, an e-mail address): somebody who has only the database
 * cannot test guesses. `purpose`: the same text gives another hash for another purpose. Base64url.
 */
export function keyedHash(keys: Keys, purpose: string, text: string | Uint8Array): string {
  return createHmac('sha256', keys.guessable).update(`${purpose}\n`).update(text).digest('base64url');
}

/** The secret kept in the data folder; made once, readable by its owner only. */
export function storedSecret(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'secret');
  try {
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
