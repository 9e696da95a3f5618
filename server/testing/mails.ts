import { asc, eq, isNotNull } from 'drizzle-orm';
import { mails } from '../db/schema/mail.ts';
import type { Mail } from '../mail/message.ts';
import { unseal } from '../mail/queue.ts';
import type { TestApp } from './createTestApp.ts';

export type WaitingMail = Mail & { kind: string };

/** Takes the waiting mails out of the queue, in the order in which they were written. */
export async function takeMails(app: TestApp): Promise<WaitingMail[]> {
  const rows = await app.db.select().from(mails).where(isNotNull(mails.sealed)).orderBy(asc(mails.id));
  const taken: WaitingMail[] = [];
  for (const { id, kind, sealed } of rows) {
    taken.push({ kind, ...(await unseal(app.deps.keys.sealing, String(sealed))) });
    await app.db.update(mails).set({ sealed: null }).where(eq(mails.id, id));
  }
  return taken;
}

/** Takes the only mail that waits. */
export async function takeMail(app: TestApp): Promise<WaitingMail> {
  const taken = await takeMails(app);
  if (taken.length !== 1 || !taken[0]) {
    throw new Error(`${taken.length} mails wait: ${taken.map(({ kind }) => kind).join(', ')}`);
  }
  return taken[0];
}

/** The code in a mail. */
export function codeIn(mail: Mail): string {
  return /認証コード: (\d{6})/.exec(mail.text)?.[1] ?? '';
}

/** Address of the button of a mail. */
export function linkIn(mail: Mail): URL {
  return new URL(/^▼ .*\n(\S+)$/m.exec(mail.text)?.[1] ?? 'about:blank');
}
