import { transaction } from '../db/transaction.ts';
import { endNotification, endNotifications, openKinds } from '../domain/operator/notifications.ts';
import { type CommandContext, OperatorError } from './command.ts';
import { dayOf, readWishes, staffOf, type Wishes, wholeNumber } from './moneyArgs.ts';

/** The beginning of a day that was typed and is not still to come: what came since the list was read stays on it. */
function beginningOf(typed: string | undefined, now: number): Date {
  const at = dayOf(typed, '--before');
  if (at > now) throw new OperatorError('--before には、今日までの日付を指定してください。');
  return new Date(at);
}

async function endMany({ deps, print }: CommandContext, wishes: Wishes): Promise<number> {
  const staff = staffOf(wishes);
  const kind = openKinds.find((one) => one === wishes.positionals[1]);
  if (!kind) throw new OperatorError('通知の番号か、parked・odd のどちらかを指定してください。');
  const before = beginningOf(wishes.text.before, deps.clock.now());
  const which = { kind, before, network: wishes.text.network ?? null };
  const ended = await transaction(deps.db, (tx) => endNotifications(tx, deps, which, staff));
  print(`通知${ended}件を確認待ちから外しました。`);
  return 0;
}

/** `notifications done …`: takes notifications of no order off the list, one by its number, or many at once. */
export async function notifications(context: CommandContext): Promise<number> {
  const wishes = readWishes(context.args, 2);
  const [action, which] = wishes.positionals;
  if (action !== 'done')
    throw new OperatorError('notifications done のあとに、通知の番号を指定してください。');
  if (!/^\d+$/.test(which ?? '')) return endMany(context, wishes);
  const staff = staffOf(wishes);
  const id = wholeNumber(which, '通知の番号');
  await transaction(context.deps.db, (tx) => endNotification(tx, context.deps, id, staff));
  context.print('通知を確認待ちから外しました。');
  return 0;
}
