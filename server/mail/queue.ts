import { randomUUID } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Tx } from '../db/client.ts';
import { mails } from '../db/schema/mail.ts';
import type { Deps } from '../deps.ts';
import { buildMail, type Mail, type MailContent } from './message.ts';

/** How long a mail may still be sent by default, milliseconds. */
const lifetime = 2 * 86_400_000;

export type MailOrder = {
  /** Short name of what it is, for the log and the file's name. */
  kind: string;
  to: string;
  content: MailContent;
  /** Milliseconds after which it is useless: the lifetime of the code or link in it. */
  validFor?: number;
  /** Does all the work but sends nothing: for an address that must look like a known one. */
  isDecoy?: boolean;
};

function seal(key: Uint8Array, mail: Mail): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(mail));
  return new CompactEncrypt(bytes).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' }).encrypt(key);
}

/** Opens a sealed mail; throws when it was sealed with another secret. */
export async function unseal(key: Uint8Array, sealed: string): Promise<Mail> {
  const { plaintext } = await compactDecrypt(sealed, key);
  return JSON.parse(new TextDecoder().decode(plaintext)) as Mail;
}

/**
 * Writes a mail in the caller's transaction (outbox): it is sent if and only if the transaction commits, soon after
 * (deliver.ts). Nobody waits for a mail server, so the time of an answer does not tell whether a mail was written.
 */
export async function queueMail(tx: Tx, deps: Deps, order: MailOrder): Promise<void> {
  const now = deps.clock.now();
  const { kind, to, content, validFor = lifetime, isDecoy = false } = order;
  const sealed = await seal(deps.keys.sealing, await buildMail(to, content, deps.config.appUrl));
  const { hostname } = new URL(deps.config.appUrl);
  await tx.insert(mails).values({
    kind,
    messageId: `<${randomUUID()}@${hostname}>`,
    sealed: isDecoy ? null : sealed,
    notBefore: new Date(now),
    expires: new Date(now + validFor),
    created: new Date(now),
  });
}
