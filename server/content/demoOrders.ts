import { and, eq, gt, isNotNull, lt, max } from 'drizzle-orm';
import { type UserRow, users } from '../db/schema/accounts.ts';
import { mails } from '../db/schema/mail.ts';
import { settings } from '../db/schema/system.ts';
import { transaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { failureFields } from '../failureText.ts';
import { demoAccountIds } from './demoAccounts.ts';
import { DemoBuyer, type DemoPeople } from './demoBuyer.ts';
import { stories } from './demoStories.ts';

/** Row of `settings` with the numbers of the accounts whose orders were made, or begun. */
const name = 'demo_orders';

/** Claims an account for this process; `false`: its orders were begun before, and are never made twice. */
function begin(deps: Deps, userId: number): Promise<boolean> {
  const modified = new Date(deps.clock.now());
  return transaction(deps.db, async (tx) => {
    await tx.insert(settings).values({ name, value: [], modified }).onConflictDoNothing();
    const [row] = await tx.select().from(settings).where(eq(settings.name, name)).for('update');
    const known = (row?.value ?? []) as number[];
    if (known.includes(userId)) return false;
    await tx
      .update(settings)
      .set({ value: [...known, userId], modified })
      .where(eq(settings.name, name));
    return true;
  });
}

/** Deletes the mails that these past orders wrote: nobody gets them. */
async function forgetMails({ db }: Deps, after: number, before: number): Promise<void> {
  const isOld = and(gt(mails.id, after), isNotNull(mails.sealed), lt(mails.created, new Date(before)));
  await db.delete(mails).where(isOld);
}

async function make(deps: Deps, people: DemoPeople, user: UserRow, tell: (typeof stories)[number]['tell']) {
  const [last] = await deps.db.select({ id: max(mails.id) }).from(mails);
  const start = deps.clock.now();
  const buyer = new DemoBuyer(deps, people, user);
  try {
    await tell(buyer);
  } finally {
    buyer.leave();
    await forgetMails(deps, last?.id ?? 0, start);
  }
}

/** A story that leaves work for staff is meant to: whoever starts the demo is not alarmed by it. */
function calm(deps: Deps): Deps {
  const { log } = deps;
  const error: typeof log.error = (event, fields) =>
    event === 'money_task' ? log.info(event, fields) : log.error(event, fields);
  return { ...deps, log: { ...log, error } };
}

/**
 * Makes the orders of the demo's accounts (`stories`), once for each account. They lie in the past, and are made by the
 * functions of every order at the scripted gateway, so that our books and the gateway's agree. Nothing happens for an
 * account that is no longer of the demo, or without such a gateway. What cannot be made is logged, and the server
 * starts all the same.
 *
 * @param people what people do at the scripted gateway of this process; `null`: there is none
 */
export async function loadDemoOrders(deps: Deps, people: DemoPeople | null): Promise<void> {
  if (people === null || deps.gateway.capabilities.kind !== 'scripted') return;
  const accounts = await demoAccountIds(deps);
  for (const { email, tell } of stories) {
    const [user] = await deps.db.select().from(users).where(eq(users.email, email));
    if (!user || !accounts.includes(user.id) || !(await begin(deps, user.id))) continue;
    try {
      await make(calm(deps), people, user, tell);
    } catch (error) {
      deps.log.error('demo_orders_failed', { email, ...failureFields(error) });
    }
  }
}
